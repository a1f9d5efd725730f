import type { LanguageData } from '../languages/types.ts';
import type { TokenMention } from '../parse/codes.ts';
import { fold } from '../parse/fold.ts';
import { namesOrganisation, words } from './headings.ts';

/** A person's name in running text: an honorific and a name, or two to five capitalised words in a row. */
export interface PersonMention extends TokenMention {
  honorific: boolean;
}

const given = "\\p{Lu}[\\p{L}'’]*(?:-\\p{Lu}[\\p{L}'’]*)*\\.?";
const particle =
  "(?:van|von|de|der|den|del|della|di|da|du|la|le|zu|zur|vom|ten|ter|Ní|Nic|Mac|Ó|el|y|e|dos|das|d['’])";
const name = `${given}(?:\\s(?:${particle}\\s){0,2}${given}){1,3}`;

/** Words in capitals that are no part of a name. */
const roleWords =
  /\b(?:officer|manager|director|engineer|head|lead|team|department|procurement|senior|category|contracts?|purchasing|buyer|tender|tenders|council|email|e-mail|mail|tel|telephone|telefon|phone|fax|portal|leiter|leiterin|abteilung|referat|amt|service|direction|responsable|servicio|ufficio|servizio|afdeling|inkoop|dienst|contact|questions|please|all|the|section|office|executive|secretary|chief|deputy|assistant|authority|board|street|road|herr|frau|vergabestelle|platz|strasse|rue|place|plaza|calle|via|piazza|straat|plein|laan|for|if|any|bidders?|suppliers?|tenderers?|stadt|gemeinde|commune|ayuntamiento|comune|gemeente|website|web|site|division|appendix|annex|lots?|invitation|notice|public|contract|project|works|north|south|east|west|monday|tuesday|wednesday|thursday|friday|from|to|by|this)\b/;

export function personAt(
  text: string,
  from: number,
  languages: readonly LanguageData[],
): PersonMention | null {
  const titles = languages.flatMap((language) => language.honorifics).toSorted((a, b) => b.length - a.length);
  const rest = text.slice(from);
  const titled = new RegExp(
    `(?<![\\p{L}])((?:(?:${titles.join('|')})\\.?(?:-ing\\.)?\\s+)+)(${given}(?:\\s(?:${particle}\\s){0,2}${given}){0,3})`,
    'iu',
  );
  const folded = fold(rest);
  const lead = new RegExp(
    `(?<![\\p{L}])((?:(?:${titles.join('|')})\\.?(?:-ing\\.)?\\s+)+)(?=\\p{L})`,
    'u',
  ).exec(folded);
  if (lead && titled.test(rest)) {
    const start = lead.index + lead[0].length;
    const match = new RegExp(`^${given}(?:\\s(?:${particle}\\s){0,2}${given}){0,3}`, 'u').exec(
      rest.slice(start),
    );
    const kept = /(?:shri|smt|sri)\.?\s+$/.exec(lead[0])?.[0].length ?? 0;
    const value = match && cut(match[0]);
    if (value) return mention(from + start - kept, rest.slice(start - kept, start) + value, true);
  }
  for (const match of rest.matchAll(new RegExp(`(?<![\\p{L}])${name}`, 'gu'))) {
    const value = cut(match[0]);
    const near = match.index <= 80;
    if (!near) break;
    if (value && words(value).split(' ').length >= 2 && !namesOrganisation(value, languages)) {
      return mention(from + match.index, value, false);
    }
  }
  return null;
}

/** The name without the words of an office behind it; null when it begins with such a word. */
function cut(printed: string): string | null {
  const kept: string[] = [];
  for (const word of printed.split(/\s/)) {
    if (roleWords.test(fold(word).replace(/\W+$/, ''))) break;
    if (/^\p{Lu}{3,}$/u.test(word) && /\p{Ll}/u.test(printed)) break;
    kept.push(word);
  }
  const value = kept.join(' ').replace(/[.,]+$/, '');
  return value.length >= 3 ? value : null;
}

function mention(start: number, value: string, honorific: boolean): PersonMention {
  return { start, end: start + value.length, value, honorific };
}
