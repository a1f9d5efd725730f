import { unionBox } from '../layout/geometry.ts';
import type { Quote } from '../layout/span.ts';
import type { Box, Evidence } from '../schema/field.ts';

/** A quote as evidence: its page and one box for each printed line it stands on, in points of the page. */
export function evidenceOf(documentId: string, quote: Quote): Evidence {
  return { documentId, page: quote.page.page, quote: quote.text, boxes: boxesOf(quote) };
}

function boxesOf({ page, words }: Quote): Box[] {
  const lines: Box[][] = [];
  let line: number | undefined;
  for (const index of words) {
    const word = page.words[index];
    if (!word) continue;
    const last = lines.at(-1);
    if (last && word.line === line) last.push(word.box);
    else lines.push([word.box]);
    line = word.line;
  }
  return lines.map(unionBox).map(([x0, y0, x1, y1]): Box => [round(x0), round(y0), round(x1), round(y1)]);
}

function round(points: number): number {
  return Math.round(points * 100) / 100;
}

/** How sure the reader was of the quoted words: the mean, or the least sure of those that hold figures. */
export function readingOf({ page, words }: Quote): number {
  const read = words.map((index) => page.words[index]).filter((word) => word !== undefined);
  if (read.length === 0) return 0;
  const mean = read.reduce((sum, word) => sum + word.confidence, 0) / read.length;
  const figures = read.filter((word) => /[\d@]/.test(word.text)).map((word) => word.confidence);
  return clamp(Math.min(mean, ...figures));
}

function clamp(value: number): number {
  return Math.min(1, Math.max(0, Math.round(value * 1000) / 1000));
}
