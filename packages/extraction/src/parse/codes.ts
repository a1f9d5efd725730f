import { fold } from './fold.ts';

/** Tokens whose form tells what they are: e-mail addresses, web addresses, telephone numbers, CPV codes. */
export interface TokenMention {
  start: number;
  end: number;
  value: string;
}

/** CPV codes with their check digit: "90620000-9". Without it only where `labelled` says that codes stand here. */
export function findCpv(text: string, labelled: boolean): TokenMention[] {
  const mentions = matches(
    fold(text),
    /(?<![\d-])(\d{8})\s?-\s?(\d)(?![\d-])/g,
    (match) => `${match[1]}-${match[2]}`,
  );
  if (!labelled) return mentions.filter(({ value }) => plausibleCpv(value));
  const bare = matches(fold(text), /(?<![\d-])\d{8}(?!\s?-\s?\d)(?!\d)/g, (match) => match[0]);
  return [...mentions, ...bare]
    .filter(({ value }) => plausibleCpv(value))
    .toSorted((a, b) => a.start - b.start);
}

/** Divisions of the vocabulary run from 03 to 98. */
function plausibleCpv(code: string): boolean {
  const division = Number(code.slice(0, 2));
  return division >= 3 && division <= 98;
}

export function findNaics(text: string): TokenMention[] {
  return matches(text, /(?<![\d.,-])(?:1[1-9]|[2-9]\d)\d{4}(?![\d,-])/g, (match) => match[0]);
}

export function findUnspsc(text: string): TokenMention[] {
  return matches(text, /(?<![\d.,-])[1-9]\d{7}(?![\d,-])/g, (match) => match[0]);
}

export function findEmails(text: string): TokenMention[] {
  return matches(
    text,
    /[\p{L}\d][\p{L}\d._%+-]*\s?@\s?[\p{L}\d](?:[\p{L}\d.-]*[\p{L}\d])?\.\p{L}{2,}/gu,
    (match) => match[0].replace(/\s/g, ''),
  );
}

export function findUrls(text: string): TokenMention[] {
  return matches(
    text,
    /(?<![@\p{L}\d])(?:https?:\/\/|www\.)[^\s<>"()]+[^\s<>"().,;:]/giu,
    (match) => match[0],
  );
}

/** Telephone numbers: seven to fifteen digits, as people group them. Only asked for beside a label. */
export function findPhones(text: string): TokenMention[] {
  const pattern =
    /(?<![\p{L}\d/-])(?:\+|\(|0|\d)[\d\s()/.–-]{5,24}\d(?![\p{L}\d])(?:\s?(?:ext\.?|x|-)\s?\d{1,5})?/gu;
  return matches(text, pattern, (match) => match[0].replace(/\s+/g, ' ').trim()).filter(({ value }) => {
    const digits = value.replace(/\D/g, '').length;
    return digits >= 6 && digits <= 15;
  });
}

function matches(text: string, pattern: RegExp, value: (match: RegExpMatchArray) => string): TokenMention[] {
  return [...text.matchAll(pattern)].map((match) => ({
    start: match.index,
    end: match.index + match[0].length,
    value: value(match),
  }));
}
