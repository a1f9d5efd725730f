import type { Inspection, PageResult, PageSource } from '@tender/ocr';

/** What an inspection finds in a document whose pages are of these sources. */
export function inspectionOf(...sources: PageSource[]): Inspection {
  return {
    pageCount: sources.length,
    language: 'eng',
    warnings: [],
    pages: sources.map((source, index) => ({
      page: index + 1,
      width: 595,
      height: 842,
      rotate: 0,
      source,
      reason: 'as made for a test',
    })),
  };
}

/** What reading a page gives that holds these words, on one line. */
export function pageOf(page: number, ...words: string[]): PageResult {
  return {
    page,
    status: 'done',
    source: 'ocr',
    reason: null,
    message: null,
    width: 595,
    height: 842,
    rotate: 0,
    confidence: 0.9,
    text: words.join(' '),
    words: words.map((text, index) => ({
      text,
      box: [index * 100, 10, index * 100 + 90.123, 20],
      confidence: 0.9,
      line: 0,
    })),
    warnings: [],
    durationMs: 5,
  };
}

/** What reading a page gives that can't be read. */
export function failedPage(page: number): PageResult {
  return {
    ...pageOf(page),
    status: 'failed',
    source: null,
    confidence: null,
    reason: 'page_timeout',
    message: 'The page took too long to read.',
  };
}
