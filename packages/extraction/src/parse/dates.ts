import type { LanguageData } from '../languages/types.ts';
import { fold } from './fold.ts';

/**
 * Calendar dates in running text. A date is only taken where nothing is joined to it ("4/27/02/2026" is none)
 * and where it exists in the calendar. Day and month of a numeric date are put in the order the document
 * shows elsewhere; where it shows none, English dates that could be two are marked.
 */
export interface CalendarDate {
  year: number;
  month: number;
  day: number;
}

export interface DateMention {
  start: number;
  end: number;
  date: CalendarDate;
  /** The other reading of a numeric date, when nothing decides. */
  other?: CalendarDate;
  /** The weekday printed before it is not the date's. */
  wrongWeekday?: true;
}

export type DayOrder = 'dmy' | 'mdy';

export interface DateContext {
  languages: readonly LanguageData[];
  /** What the document's own dates show; null when they show nothing. */
  order: DayOrder | null;
}

const before = '(?<![\\p{L}\\d])(?<![\\p{L}\\d][/.-])';
const after = '(?![\\d])(?![/-]\\d)(?!\\.\\d)';
const iso = new RegExp(`${before}(\\d{4})[-/](\\d{2})[-/](\\d{2})(?![\\d/])`, 'gu');
const numeric = new RegExp(`${before}(\\d{1,2})(\\s?[./-]\\s?)(\\d{1,2})\\2(\\d{4}|\\d{2})${after}`, 'gu');

export function findDates(text: string, context: DateContext): DateMention[] {
  const folded = fold(text);
  const { dayFirst, monthFirst, months, weekday, weekdays } = compile(context.languages);
  const found: DateMention[] = [];
  const add = (match: RegExpMatchArray, date: CalendarDate | null, other?: CalendarDate | null) => {
    const start = match.index ?? 0;
    const end = start + match[0].length;
    if (!date || found.some((mention) => start < mention.end && mention.start < end)) return;
    found.push({ start, end, date, ...(other ? { other } : {}) });
  };
  for (const match of folded.matchAll(dayFirst))
    add(match, calendar(match[3], months.get(match[2] ?? ''), match[1]));
  for (const match of folded.matchAll(monthFirst))
    add(match, calendar(match[3], months.get(match[1] ?? ''), match[2]));
  for (const match of folded.matchAll(iso)) add(match, calendar(match[1], match[2], match[3]));
  for (const match of folded.matchAll(numeric)) {
    const { date, other } = readNumeric(match, context);
    add(match, date, other);
  }
  return found
    .map((mention) => withWeekday(mention, folded, weekday, weekdays))
    .toSorted((a, b) => a.start - b.start);
}

/** The order that the numeric dates of a text show by a number above twelve; null when none or both do. */
export function orderShownBy(texts: readonly string[]): DayOrder | null {
  let dayFirst = 0;
  let monthFirst = 0;
  for (const text of texts) {
    const folded = fold(text);
    if (/\bdd[./-]mm[./-](?:yy|jj|aa)/.test(folded)) dayFirst += 1;
    if (/\bmm[./-]dd[./-]yy/.test(folded)) monthFirst += 1;
    for (const match of folded.matchAll(numeric)) {
      const [a, b] = [Number(match[1]), Number(match[3])];
      if (a > 12 && b <= 12) dayFirst += 1;
      if (b > 12 && a <= 12) monthFirst += 1;
    }
  }
  if (dayFirst > 0 === monthFirst > 0) return null;
  return dayFirst > 0 ? 'dmy' : 'mdy';
}

function readNumeric(match: RegExpMatchArray, context: DateContext) {
  const [, a, separator = '', b, year] = match;
  const dayFirst = calendar(year, b, a);
  const monthFirst = calendar(year, a, b);
  const dotted = separator.trim() === '.';
  const habit: DayOrder | null = context.languages[0]?.dayOrder ?? null;
  const order = dotted ? 'dmy' : (context.order ?? habit);
  if (order) {
    const first = order === 'dmy' ? dayFirst : monthFirst;
    return { date: first ?? (order === 'dmy' ? monthFirst : dayFirst), other: null };
  }
  const twins = dayFirst && monthFirst && a !== b;
  return { date: dayFirst ?? monthFirst, other: twins ? monthFirst : null };
}

function calendar(year?: string, month?: string | number, day?: string): CalendarDate | null {
  if (year === undefined || month === undefined || day === undefined) return null;
  const full = year.length === 2 ? 2000 + Number(year) : Number(year);
  const date = { year: full, month: Number(month), day: Number(day) };
  return exists(date) ? date : null;
}

export function exists({ year, month, day }: CalendarDate): boolean {
  if (year < 1900 || year > 2199 || month < 1 || month > 12 || day < 1) return false;
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

export function weekdayOf({ year, month, day }: CalendarDate): number {
  return new Date(Date.UTC(year, month - 1, day)).getUTCDay();
}

/** Takes the weekday before the date into the mention, lets it decide between two readings, and checks it. */
function withWeekday(
  mention: DateMention,
  folded: string,
  pattern: RegExp,
  weekdays: ReadonlyMap<string, number>,
): DateMention {
  const match = pattern.exec(folded.slice(Math.max(0, mention.start - 24), mention.start));
  const stated = match?.[1] === undefined ? undefined : weekdays.get(match[1]);
  if (!match || stated === undefined) return mention;
  const { other, ...rest } = mention;
  const start = mention.start - match[0].length;
  if (weekdayOf(mention.date) === stated) return { ...rest, start };
  if (other && weekdayOf(other) === stated) return { ...rest, start, date: other };
  return { ...mention, start, wrongWeekday: true };
}

interface Compiled {
  dayFirst: RegExp;
  monthFirst: RegExp;
  weekday: RegExp;
  months: ReadonlyMap<string, number>;
  weekdays: ReadonlyMap<string, number>;
}

const compiled = new WeakMap<readonly LanguageData[], Compiled>();

function compile(languages: readonly LanguageData[]): Compiled {
  const known = compiled.get(languages);
  if (known) return known;
  const months = new Map(languages.flatMap((language) => Object.entries(language.months)));
  const weekdays = new Map(languages.flatMap((language) => Object.entries(language.weekdays)));
  const month = `(${longestFirst(months.keys())})\\.?`;
  const ordinal = '(?:\\s?(?:st|nd|rd|th|er|\\.|º|°|ª|o))?';
  const joint = "(?:day\\s+)?(?:of\\s+|de\\s+|d'|di\\s+)?";
  const result: Compiled = {
    months,
    weekdays,
    dayFirst: new RegExp(
      `${before}(\\d{1,2})${ordinal}[\\s-]*${joint}${month}[\\s,.-]*(?:de\\s+|del\\s+|di\\s+|of\\s+)?(\\d{4}|(?<=-)\\d{2})${after}`,
      'gu',
    ),
    monthFirst: new RegExp(
      `(?<![\\p{L}\\d])${month}\\s*(\\d{1,2})(?:st|nd|rd|th)?\\s*,?\\s*(\\d{4})${after}`,
      'gu',
    ),
    weekday: new RegExp(
      `(?<![\\p{L}])(${longestFirst(weekdays.keys())})\\.?,?\\s*(?:den|the|el|le|il|dem|dia|giorno)?\\s*$`,
      'u',
    ),
  };
  compiled.set(languages, result);
  return result;
}

function longestFirst(words: Iterable<string>): string {
  return [...words].toSorted((a, b) => b.length - a.length).join('|');
}
