import { within } from '../labels/spelling.ts';
import { type Quote, spanOf } from '../layout/span.ts';
import { fold } from '../parse/fold.ts';
import type { PageInput } from '../schema/input.ts';

/**
 * Finds the words of a page that a quote is made of. Recognition's small errors are allowed for in words of
 * letters; a word with a figure or an "@" must be there to the letter. What is found is the page's own words:
 * a quote that the page does not have is not found, whoever made it up.
 */
export interface FoundQuote {
  quote: Quote;
  /** 1: to the letter; less by the share of words that differ. */
  match: number;
}

const longestQuote = 120;

export function findQuote(pages: readonly PageInput[], text: string): FoundQuote | null {
  const wanted = wordsOf(text);
  if (wanted.length === 0 || wanted.length > longestQuote) return null;
  let best: FoundQuote | null = null;
  for (const page of pages) {
    const found = findOnPage(page, wanted);
    if (found && found.match > (best?.match ?? 0)) best = found;
    if (best?.match === 1) break;
  }
  return best;
}

interface Indexed {
  words: string[];
  /** Index of the page's word that each is part of. */
  origin: number[];
}

const indexes = new WeakMap<PageInput, Indexed>();

function indexOf(page: PageInput): Indexed {
  const known = indexes.get(page);
  if (known) return known;
  const index: Indexed = { words: [], origin: [] };
  const ordered = [...page.words.keys()].toSorted(
    (a, b) => (page.words[a]?.line ?? 0) - (page.words[b]?.line ?? 0) || a - b,
  );
  for (const position of ordered) {
    for (const word of wordsOf(page.words[position]?.text ?? '')) {
      index.words.push(word);
      index.origin.push(position);
    }
  }
  indexes.set(page, index);
  return index;
}

function findOnPage(page: PageInput, wanted: readonly string[]): FoundQuote | null {
  const { words, origin } = indexOf(page);
  const allowed = Math.floor(wanted.length * 0.2);
  let best: { from: number; wrong: number } | null = null;
  for (let from = 0; from + wanted.length <= words.length; from += 1) {
    const most = best ? best.wrong - 1 : allowed;
    const wrong = mistakes(words, from, wanted, most);
    if (wrong !== null) best = { from, wrong };
    if (best?.wrong === 0) break;
  }
  if (!best) return null;
  const positions = [...new Set(origin.slice(best.from, best.from + wanted.length))];
  const { text } = spanOf(page, positions);
  return { quote: { page, text, words: positions }, match: 1 - best.wrong / wanted.length };
}

/** Number of words that differ by a slip of recognition; null when more than allowed, or one differs altogether. */
function mistakes(
  words: readonly string[],
  from: number,
  wanted: readonly string[],
  most: number,
): number | null {
  let wrong = 0;
  for (const [offset, word] of wanted.entries()) {
    const read = words[from + offset] ?? '';
    if (read === word) continue;
    if (wrong >= most || exact.test(word) || !within(read, word, word.length >= 7 ? 2 : 1) || word.length < 4)
      return null;
    wrong += 1;
  }
  return wrong;
}

const exact = /[\d@€£$]/;

function wordsOf(text: string): string[] {
  return fold(text)
    .split(/\s+/)
    .map((word) => word.replace(/^[^\p{L}\d€£$+(]+|[^\p{L}\d€£$%)]+$/gu, '').replace(/[()]/g, ''))
    .filter(Boolean);
}
