import type { LanguageData } from '../languages/types.ts';
import type { Money } from '../schema/values.ts';
import { fold } from './fold.ts';
import { asAmount, parseNumber, shiftDecimal } from './numbers.ts';

/**
 * Sums of money in running text: a number, what it is counted in, and a currency that is printed with it. A
 * number without a currency is not money here.
 */
export interface MoneyMention {
  start: number;
  end: number;
  value: Money;
}

export interface MoneyContext {
  languages: readonly LanguageData[];
  /** Decides what "$" is; ISO 3166. */
  country: string | null;
}

const codes =
  'eur|gbp|usd|inr|chf|cad|aud|nzd|sek|nok|dkk|pln|czk|huf|ron|bgn|jpy|cny|zar|sgd|hkd|aed|kes|ngn|brl|mxn|try|isk';
const signs = 'us\\$|a\\$|c\\$|nz\\$|s\\$|hk\\$|€|£|\\$|₹|¥|rs\\.?|sfr\\.?|fr\\.|zl|teur|t€|k€';
const number = "\\d(?:[\\d.,' ]*\\d)?";
const scaleOf = new Map([
  ['hundred thousand', 5],
  ['lakh', 5],
  ['lakhs', 5],
  ['lac', 5],
  ['lacs', 5],
  ['crore', 7],
  ['crores', 7],
  ['cr', 7],
  ['m', 6],
  ['mn', 6],
  ['mm', 6],
  ['bn', 9],
  ['k', 3],
]);

export function findMoney(text: string, context: MoneyContext): MoneyMention[] {
  const folded = fold(text);
  const { pattern, words, scales } = compile(context.languages);
  const mentions: MoneyMention[] = [];
  for (const match of folded.matchAll(pattern)) {
    const { before, first, firstScale, second, secondScale, after } = match.groups ?? {};
    const sign = before ?? after ?? '';
    const printed = first ?? second ?? '';
    const scaleWord = (firstScale ?? secondScale ?? '').replace(/\.$/, '').trim();
    const scale = scaleWord ? (scales.get(scaleWord) ?? 0) : 0;
    const currency = currencyOf(sign, words, context.country);
    const fit = fitting(printed, scale > 0 ? context.languages[0]?.decimal : undefined, before !== undefined);
    if (!currency || !fit) continue;
    const extra = /^(?:teur|t€|k€)/.test(sign) ? 3 : 0;
    const start = match.index + (before === undefined ? printed.length - fit.printed.length : 0);
    const cut = before !== undefined && fit.printed.length < printed.length;
    const end = cut
      ? match.index + match[0].indexOf(printed) + fit.printed.length
      : match.index + match[0].length;
    const amount = asAmount(shiftDecimal(fit.decimal, cut ? extra : scale + extra));
    if (amount.length > 18) continue;
    mentions.push({ start, end, value: { amount, currency } });
  }
  return mentions;
}

/** The longest part of a run of digits, next to its currency, that is one number: "2026 845 000" → "845 000". */
function fitting(printed: string, decimals: '.' | ',' | undefined, fromStart: boolean) {
  const pieces = printed.split(' ');
  for (let drop = 0; drop < pieces.length; drop += 1) {
    const part = (fromStart ? pieces.slice(0, pieces.length - drop) : pieces.slice(drop)).join(' ');
    const decimal = parseNumber(part, decimals);
    if (decimal !== null) return { printed: part, decimal };
  }
  return null;
}

function currencyOf(sign: string, words: ReadonlyMap<string, string>, country: string | null): string | null {
  const bare = sign.replace(/\.$/, '').trim();
  const word = words.get(bare);
  if (word) return word;
  if (/^[a-z]{3}$/.test(bare)) return bare.toUpperCase();
  const dollars: Record<string, string> = { CA: 'CAD', AU: 'AUD', NZ: 'NZD', SG: 'SGD' };
  const table: Record<string, string> = {
    us$: 'USD',
    a$: 'AUD',
    c$: 'CAD',
    nz$: 'NZD',
    s$: 'SGD',
    hk$: 'HKD',
    '€': 'EUR',
    '£': 'GBP',
    $: dollars[country ?? ''] ?? 'USD',
    '₹': 'INR',
    '¥': 'JPY',
    rs: 'INR',
    sfr: 'CHF',
    fr: 'CHF',
    zl: 'PLN',
    teur: 'EUR',
    't€': 'EUR',
    'k€': 'EUR',
  };
  return table[bare] ?? null;
}

interface Compiled {
  pattern: RegExp;
  words: ReadonlyMap<string, string>;
  scales: ReadonlyMap<string, number>;
}

const compiled = new WeakMap<readonly LanguageData[], Compiled>();

function compile(languages: readonly LanguageData[]): Compiled {
  const known = compiled.get(languages);
  if (known) return known;
  const words = new Map(languages.flatMap((language) => Object.entries(language.currencyWords)));
  const scales = new Map([...scaleOf, ...languages.flatMap((language) => Object.entries(language.scales))]);
  const currency = `(?:${alternatives(words.keys())}|${codes}|${signs})`;
  const scale = `(?:${alternatives(scales.keys())})\\.?(?![a-z])`;
  const pattern = new RegExp(
    `(?<![a-z\\d])(?<before>${currency})(?![a-z])\\s*(?<first>${number})(?:\\s?(?<firstScale>${scale}))?(?:\\s*(?:\\/-|[.,]-{1,2}))?` +
      `|(?<![\\d.,])(?<second>${number})(?:\\s?(?<secondScale>${scale}))?(?:[.,]-{1,2}|\\/-)?(?:\\s+(?:d'|de|di|in))?\\s*(?<after>${currency})(?![a-z])`,
    'g',
  );
  const result = { pattern, words, scales };
  compiled.set(languages, result);
  return result;
}

function alternatives(words: Iterable<string>): string {
  return [...words]
    .toSorted((a, b) => b.length - a.length)
    .map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '\\s+'))
    .join('|');
}
