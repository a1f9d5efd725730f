import type { LanguageData } from '../languages/types.ts';
import { asOffset } from './instants.ts';

/**
 * Time zones as tenders print them. An abbreviation is a different place in different countries ("IST" is
 * India, Ireland or Israel), so the country the document speaks of decides; where it decides nothing, what
 * is left is the offset the abbreviation stands for, or no zone.
 */
export interface ZoneMention {
  start: number;
  end: number;
  /** IANA name or offset; null: a zone is named, but not which. */
  zone: string | null;
  /** The offset the words literally mean, in minutes; null for names of places. */
  literal: number | null;
}

interface Abbreviation {
  /** Minutes ahead of UTC. */
  literal: number | null;
  /** The place by country. */
  places: Readonly<Record<string, string>>;
  /** The place where no country is known. */
  otherwise: string | null;
}

const europe: Readonly<Record<string, string>> = {
  DE: 'Europe/Berlin',
  AT: 'Europe/Vienna',
  CH: 'Europe/Zurich',
  FR: 'Europe/Paris',
  BE: 'Europe/Brussels',
  LU: 'Europe/Luxembourg',
  NL: 'Europe/Amsterdam',
  ES: 'Europe/Madrid',
  IT: 'Europe/Rome',
  PL: 'Europe/Warsaw',
};
const britain = { GB: 'Europe/London' };
const us = (zone: string, literal: number | null): Abbreviation => ({ literal, places: {}, otherwise: zone });

const abbreviations: Readonly<Record<string, Abbreviation>> = {
  utc: { literal: 0, places: {}, otherwise: 'UTC' },
  gmt: { literal: 0, places: { ...britain, IE: 'Europe/Dublin' }, otherwise: 'UTC' },
  bst: { literal: 60, places: britain, otherwise: 'Europe/London' },
  wet: { literal: 0, places: { PT: 'Europe/Lisbon' }, otherwise: '+00:00' },
  ist: {
    literal: null,
    places: { IN: 'Asia/Kolkata', IE: 'Europe/Dublin', IL: 'Asia/Jerusalem' },
    otherwise: null,
  },
  cet: { literal: 60, places: europe, otherwise: null },
  cest: { literal: 120, places: europe, otherwise: null },
  mez: { literal: 60, places: europe, otherwise: 'Europe/Berlin' },
  mesz: { literal: 120, places: europe, otherwise: 'Europe/Berlin' },
  eet: { literal: 120, places: {}, otherwise: '+02:00' },
  eest: { literal: 180, places: {}, otherwise: '+03:00' },
  est: us('America/New_York', -300),
  edt: us('America/New_York', -240),
  cst: us('America/Chicago', -360),
  cdt: us('America/Chicago', -300),
  mst: us('America/Denver', -420),
  mdt: us('America/Denver', -360),
  pst: us('America/Los_Angeles', -480),
  pdt: us('America/Los_Angeles', -420),
  akst: us('America/Anchorage', -540),
  akdt: us('America/Anchorage', -480),
  hst: us('Pacific/Honolulu', -600),
  aest: us('Australia/Sydney', 600),
  aedt: us('Australia/Sydney', 660),
  nzst: us('Pacific/Auckland', 720),
  nzdt: us('Pacific/Auckland', 780),
  sast: us('Africa/Johannesburg', 120),
};

/** Spelt out in any language; languages add their own. */
const spelt: readonly [RegExp, string][] = [
  [/indian standard time|india standard time/, 'Asia/Kolkata'],
  [/irish (?:summer|standard|local)? ?time|dublin time|time in dublin/, 'Europe/Dublin'],
  [/british summer time|(?:uk|london|british|local uk) (?:local )?time|time in london/, 'Europe/London'],
  [/eastern (?:standard |daylight |prevailing )?time|(?<![a-z])et(?![a-z])/, 'America/New_York'],
  [/central (?:standard |daylight |prevailing )time/, 'America/Chicago'],
  [/mountain (?:standard |daylight |prevailing )?time/, 'America/Denver'],
  [/pacific (?:standard |daylight |prevailing )?time/, 'America/Los_Angeles'],
];
const central = /central european (?:summer |standard )?time/;
const greenwich = /greenwich mean time/;

/** The first zone named at the start of the text, after white space and an opening bracket. */
export function zoneAt(
  folded: string,
  from: number,
  country: string | null,
  languages: readonly LanguageData[],
): ZoneMention | null {
  const rest = folded.slice(from, from + 70);
  const lead = /^[\s,]*[([]?\s*(?:(?:by|per|in)\s)?/.exec(rest)?.[0].length ?? 0;
  const text = rest.slice(lead);
  const read = readZone(text, country, languages);
  if (!read) return null;
  const opened = /[([]/.test(rest.slice(0, lead));
  const closing = opened ? (/^\s*[)\]]/.exec(text.slice(read.length))?.[0].length ?? 0) : 0;
  return {
    start: from + lead,
    end: from + lead + read.length + closing,
    zone: read.zone,
    literal: read.literal,
  };
}

interface Read {
  length: number;
  zone: string | null;
  literal: number | null;
}

function readZone(text: string, country: string | null, languages: readonly LanguageData[]): Read | null {
  for (const { name, zone } of languages.flatMap((language) => language.zoneNames)) {
    if (text.startsWith(name)) return { length: name.length, zone, literal: null };
  }
  for (const [pattern, zone] of spelt) {
    const match = pattern.exec(text);
    if (match?.index === 0) return { length: match[0].length, zone, literal: null };
  }
  const home = languages.find((language) => language.homeZone)?.homeZone ?? null;
  const continent = central.exec(text);
  if (continent?.index === 0) {
    const literal = continent[0].includes('summer') ? 120 : continent[0].includes('standard') ? 60 : null;
    const zone = europe[country ?? ''] ?? home ?? (literal === null ? null : asOffset(literal));
    return { length: continent[0].length, zone, literal };
  }
  const mean = greenwich.exec(text);
  if (mean?.index === 0) return abbreviated('gmt', mean[0].length, country, home);
  const offset = /^(?:(?:utc|gmt)\s?)?([+-])\s?(\d{1,2})(?::?(\d{2}))?(?![\d/])/.exec(text);
  if (offset) {
    const minutes = (offset[1] === '-' ? -1 : 1) * (Number(offset[2]) * 60 + Number(offset[3] ?? 0));
    if (Math.abs(minutes) > 14 * 60) return null;
    return { length: offset[0].length, zone: asOffset(minutes), literal: null };
  }
  const word = /^(?:[a-z]{3,4})(?![a-z])/.exec(text)?.[0];
  return word ? abbreviated(word, word.length, country, home) : null;
}

function abbreviated(word: string, length: number, country: string | null, home: string | null): Read | null {
  const known = Object.hasOwn(abbreviations, word) ? abbreviations[word] : undefined;
  if (!known) return null;
  const usual = word === 'cet' || word === 'cest' ? home : null;
  const offset = known.literal === null ? null : asOffset(known.literal);
  return {
    length,
    zone: known.places[country ?? ''] ?? usual ?? known.otherwise ?? offset,
    literal: known.literal,
  };
}
