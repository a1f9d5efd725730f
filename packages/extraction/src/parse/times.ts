import type { LanguageData } from '../languages/types.ts';

/** Times of day in folded text. "24:00" is kept as hour 24: whoever joins it to a date makes it the next day. */
export interface TimeMention {
  start: number;
  end: number;
  hour: number;
  minute: number;
  /** Written as "midnight", which may mean the start or the end of a day. */
  midnight?: true;
}

export function findTimes(folded: string, languages: readonly LanguageData[]): TimeMention[] {
  const { pattern, noon, midnight } = compile(languages);
  const found: TimeMention[] = [];
  for (const match of folded.matchAll(pattern)) {
    const time = readTime(match.groups ?? {}, noon, midnight);
    if (time) found.push({ start: match.index, end: match.index + match[0].trimEnd().length, ...time });
  }
  return found;
}

function readTime(
  groups: Record<string, string | undefined>,
  noon: ReadonlySet<string>,
  midnight: ReadonlySet<string>,
): { hour: number; minute: number; midnight?: true } | null {
  const { h1, m1, half1, h2, half2, h3, m3, h4, word, h5 } = groups;
  const named = word?.replace(/\s+/g, ' ');
  if (named && noon.has(named)) return { hour: 12, minute: 0 };
  if (named && midnight.has(named) && h1 === undefined) return { hour: 24, minute: 0, midnight: true };
  if (h4 !== undefined) return valid(Number(h4.slice(0, 2)), Number(h4.slice(2)));
  const hour = Number(h1 ?? h2 ?? h3 ?? h5);
  return valid(twelveHour(hour, half1 ?? half2), Number(m1 ?? m3 ?? 0));
}

function twelveHour(hour: number, half: string | undefined): number {
  if (!half) return hour;
  if (hour > 12) return hour;
  return half.startsWith('p') ? (hour % 12) + 12 : hour % 12;
}

function valid(hour: number, minute: number) {
  const exists = (hour < 24 && minute < 60) || (hour === 24 && minute === 0);
  return Number.isInteger(hour) && exists ? { hour, minute } : null;
}

interface Compiled {
  pattern: RegExp;
  noon: ReadonlySet<string>;
  midnight: ReadonlySet<string>;
}

const compiled = new WeakMap<readonly LanguageData[], Compiled>();

function compile(languages: readonly LanguageData[]): Compiled {
  const known = compiled.get(languages);
  if (known) return known;
  const noon = new Set(languages.flatMap((language) => language.noon));
  const midnight = new Set(languages.flatMap((language) => language.midnight));
  const clock = alternatives(languages.flatMap((language) => language.clock));
  const named = alternatives([...noon, ...midnight]);
  const half = '([ap])\\.?\\s?m\\b\\.?';
  const edge = '(?<![\\d:.,/-])';
  const pattern = new RegExp(
    [
      `${edge}(?<h1>\\d{1,2})\\s?(?:[:.]|[hu](?=\\s?\\d))\\s?(?<m1>\\d{2})(?::\\d{2})?(?![\\d/-]|[.,]\\d)(?:\\s*${half.replace('([ap])', '(?<half1>[ap])')})?(?:\\s?(?:${clock})(?![a-z]))?(?:\\s?\\(?(?:${named})\\)?(?![a-z]))?`,
      `${edge}(?<h2>\\d{1,2})\\s?${half.replace('([ap])', '(?<half2>[ap])')}`,
      `${edge}(?<h4>[0-2]\\d[0-5]\\d)\\s?(?:${clock})(?![a-z])`,
      `${edge}(?:\\d{1,2}\\s(?:${clock})?\\s?)?(?<word>${named})(?![a-z])`,
      `${edge}(?<h3>\\d{1,2})\\s?(?:${clock})(?![a-z])(?:\\s(?<m3>[0-5]\\d)(?!\\d))?`,
      `(?<=\\b(?:ore|alle)\\s)(?<h5>\\d{1,2})(?![\\d.,/:])`,
    ].join('|'),
    'g',
  );
  const result = { pattern, noon, midnight };
  compiled.set(languages, result);
  return result;
}

function alternatives(words: readonly string[]): string {
  return words
    .toSorted((a, b) => b.length - a.length)
    .map((word) => word.replaceAll('.', '\\.').replaceAll(' ', '\\s+'))
    .join('|');
}
