/** A rectangle in PDF points of the page as displayed (after /Rotate), origin top left: left, top, right, bottom. */
export type Box = [x0: number, y0: number, x1: number, y1: number];

/** Languages that can be recognised, by their ISO 639-2 code. */
export const LANGUAGES = ['eng', 'deu', 'fra', 'spa', 'ita', 'nld'] as const;
export type Language = (typeof LANGUAGES)[number];

export interface Word {
  text: string;
  box: Box;
  /** 0–1; 1 for words of a text layer. */
  confidence: number;
  /** Index of its line in reading order, from 0. */
  line: number;
}

export type PageSource = 'text_layer' | 'ocr' | 'mixed' | 'blank';

/** What the inspection expects of a page, and by which measure. */
export interface PageTriage {
  page: number;
  width: number;
  height: number;
  rotate: number;
  source: PageSource;
  reason: string;
}

export interface Warning {
  code: string;
  message: string;
  page?: number;
}

export interface Inspection {
  pageCount: number;
  pages: PageTriage[];
  language: Language;
  warnings: Warning[];
}

export interface PageResult {
  page: number;
  status: 'done' | 'failed';
  source: PageSource | null;
  /** Code of a failure, or why the source was chosen. */
  reason: string | null;
  message: string | null;
  width: number;
  height: number;
  rotate: number;
  /** 0–1, mean over the words; null without words. */
  confidence: number | null;
  text: string;
  words: Word[];
  warnings: { code: string; message: string }[];
  durationMs: number;
}
