import { sharedHeight, sharedWidth, unionBox } from '../layout/geometry.ts';
import type { Quote } from '../layout/span.ts';
import type { Box, Evidence } from '../schema/field.ts';

/** A quote as evidence: its page and one box for each printed line it stands on, in points of the page. */
export function evidenceOf(documentId: string, quote: Quote): Evidence {
  return { documentId, page: quote.page.page, quote: quote.text, boxes: boxesOf(quote) };
}

function boxesOf({ page, words }: Quote): Box[] {
  const lines: Box[][] = [];
  let previous: Box | undefined;
  for (const index of words) {
    const box = page.words[index]?.box;
    if (!box) continue;
    const line = lines.at(-1);
    if (line && previous && onOneLine(previous, box)) line.push(box);
    else lines.push([box]);
    previous = box;
  }
  return lines.map(unionBox).map(([x0, y0, x1, y1]): Box => [round(x0), round(y0), round(x1), round(y1)]);
}

/** Beside each other; for words that stand on their side, above each other. */
function onOneLine(a: Box, b: Box): boolean {
  if (sharedHeight(a, b) >= 0.5) return true;
  const upended = a[3] - a[1] > a[2] - a[0] && b[3] - b[1] > b[2] - b[0];
  return upended && sharedWidth(a, b) >= 0.5 * Math.min(a[2] - a[0], b[2] - b[0]);
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
