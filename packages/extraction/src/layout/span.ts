import type { PageInput } from '../schema/input.ts';
import type { Block } from './types.ts';

/**
 * A stretch of words and its text, each character of which leads back to the word it came from: what a parser
 * finds in the text has its words, and so its boxes, by construction.
 */
export interface Span {
  page: PageInput;
  words: number[];
  text: string;
  /** Offset in `text` at which each word begins. */
  starts: number[];
}

export function spanOf(page: PageInput, words: number[]): Span {
  const starts: number[] = [];
  let text = '';
  for (const index of words) {
    if (text) text += ' ';
    starts.push(text.length);
    text += page.words[index]?.text ?? '';
  }
  return { page, words, text, starts };
}

export function blockSpan(block: Block): Span {
  return spanOf(block.page, block.words);
}

/** The words that `text.slice(start, end)` touches. */
export function wordsBetween(span: Span, start: number, end: number): number[] {
  return span.words.filter((word, index) => {
    const from = span.starts[index] ?? 0;
    const length = span.page.words[word]?.text.length ?? 0;
    return from < end && from + length > start;
  });
}

/** A quote: part of a span's text with the words it touches. */
export interface Quote {
  page: PageInput;
  text: string;
  words: number[];
}

/** The part of the span between two offsets, without white space and stray punctuation at its ends. */
export function quoteBetween(span: Span, start: number, end: number): Quote {
  const raw = span.text.slice(start, end);
  const lead = /^[\s,;:.–—-]*/.exec(raw)?.[0].length ?? 0;
  const trail = /[\s,;:]*$/.exec(raw)?.[0].length ?? 0;
  const from = lead < raw.length ? start + lead : start;
  const to = Math.max(from, end - trail);
  return { page: span.page, text: span.text.slice(from, to), words: wordsBetween(span, from, to) };
}
