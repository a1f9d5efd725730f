import type { Box } from './field.ts';

/** What extraction reads: pages of words with boxes. Any reader that gives these will do. */
export interface WordInput {
  text: string;
  box: Box;
  /** 0–1; 1 for a text layer. */
  confidence: number;
  /** Index of the word's line in reading order, from 0. */
  line: number;
}

export interface PageInput {
  /** From 1. */
  page: number;
  /** Points, as displayed. */
  width: number;
  height: number;
  text: string;
  words: WordInput[];
  /** The page could not be read. */
  failed?: boolean;
}

export interface DocumentInput {
  id: string;
  filename: string;
  /** Order of arrival. It never decides what counts: that an addendum overrides does. */
  order: number;
  pages: PageInput[];
}

export const languages = ['eng', 'deu', 'fra', 'spa', 'ita', 'nld'] as const;
export type Language = (typeof languages)[number];
