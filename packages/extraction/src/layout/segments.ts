import type { Box } from '../schema/field.ts';
import type { PageInput } from '../schema/input.ts';
import { median, unionBox } from './geometry.ts';
import { noiseOf } from './noise.ts';
import type { Straightened } from './straighten.ts';
import type { Segment } from './types.ts';

/**
 * Cuts each printed line at its wide gaps: what stands between two gaps is a cell's line or a line of prose.
 * A gap is wide when it is clearly wider than the spaces of the page and than a letter's width; leaders
 * ("......") and rules ("|") cut as well and belong to no segment.
 */
export function segmentsOf(page: PageInput, { boxes, lines }: Straightened): Segment[] {
  const noise = noiseOf(page, boxes, lines);
  const clean = lines
    .map((line) => line.filter((index) => !noise.has(index)))
    .filter((line) => line.length > 0);
  const usual = usualGap(clean, boxes);
  return clean.flatMap((words) => cutLine(words, page, boxes, usual));
}

const leader = /^(?:[.…_·]{3,}|[|¦]+|[-–—_]{3,})$/;
const marker =
  /^(?:[-–—•▪●○□☐■*·►➢✓]|\[ ?[xX]?\]|\(?[a-zA-Z]{1,2}[.)]|\(?\d{1,2}[.)]|\(?[ivxIVX]{1,4}[.)]|\d{1,2}(?:\.\d{1,2})+[.)]?|[IVX]{1,4}(?:\.\d{1,2})+[.)]?)$/;

function usualGap(lines: readonly number[][], boxes: readonly Box[]): number {
  const gaps: number[] = [];
  for (const words of lines) {
    for (const [a, b] of pairs(words)) gaps.push(Math.max(0, gapBetween(boxes, a, b)));
  }
  return median(gaps, 3);
}

function cutLine(words: number[], page: PageInput, boxes: readonly Box[], usual: number): Segment[] {
  const sorted = words.toSorted((a, b) => (boxes[a]?.[0] ?? 0) - (boxes[b]?.[0] ?? 0));
  const em = emOf(sorted, page, boxes);
  const own = pairs(sorted).map(([a, b]) => gapBetween(boxes, a, b));
  const even = own.length >= 4 && Math.min(...own) > 0.5 * median(own, 0);
  const wide = Math.max(em, 2.5 * usual, even ? 1.8 * median(own, 0) : 0);
  const pieces: number[][] = [[]];
  let previous: number | undefined;
  for (const word of sorted) {
    if (leader.test(page.words[word]?.text ?? '')) {
      pieces.push([]);
      previous = undefined;
      continue;
    }
    const piece = pieces.at(-1) ?? [];
    const gap = previous === undefined ? 0 : gapBetween(boxes, previous, word);
    const afterMarker = piece.length === 1 && marker.test(page.words[piece[0] ?? -1]?.text ?? '');
    if (gap > (afterMarker ? 6 * em : wide)) pieces.push([word]);
    else piece.push(word);
    previous = word;
  }
  return pieces.filter((piece) => piece.length > 0).map((piece) => makeSegment(piece, boxes, em));
}

function makeSegment(words: number[], boxes: readonly Box[], em: number): Segment {
  const own = words.map((index) => boxes[index]).filter((box) => box !== undefined);
  const heights = own.map((box) => box[3] - box[1]).toSorted((a, b) => a - b);
  return { words, box: unionBox(own), size: heights[Math.floor(heights.length * 0.75)] ?? em, em };
}

function emOf(words: readonly number[], page: PageInput, boxes: readonly Box[]): number {
  let width = 0;
  let letters = 0;
  for (const index of words) {
    const box = boxes[index];
    if (!box) continue;
    width += box[2] - box[0];
    letters += page.words[index]?.text.length ?? 0;
  }
  return letters > 0 ? (2 * width) / letters : 10;
}

function gapBetween(boxes: readonly Box[], left: number, right: number): number {
  return (boxes[right]?.[0] ?? 0) - (boxes[left]?.[2] ?? 0);
}

function pairs(words: readonly number[]): [number, number][] {
  return words.slice(1).map((word, index) => [words[index] ?? word, word]);
}
