import type { Box } from '../schema/field.ts';
import type { PageInput } from '../schema/input.ts';
import { median, sharedHeight } from './geometry.ts';

/**
 * Words as they would stand on an upright, straight page: a scan may lie on its side or be slightly skewed. Only
 * for finding out what stands beside and below what; evidence keeps the boxes of the page as displayed.
 */
export interface Straightened {
  boxes: Box[];
  /** Words of one printed line, by index; lines in reading order. */
  lines: number[][];
}

export function straighten(page: PageInput): Straightened {
  const turned = turnedBoxes(page);
  const boxes = turned ?? page.words.map(({ box }) => box);
  const lines = turned ? linesByHeight(turned) : linesAsRead(page);
  const slope = skewOf(boxes, lines, page.width);
  if (Math.abs(slope) < 0.002) return { boxes, lines };
  const straight = boxes.map(([x0, y0, x1, y1]): Box => {
    const shift = slope * ((x0 + x1) / 2);
    return [x0, y0 - shift, x1, y1 - shift];
  });
  return { boxes: straight, lines };
}

function linesAsRead(page: PageInput): number[][] {
  const lines = Map.groupBy(page.words.keys(), (index) => page.words[index]?.line ?? 0);
  return [...lines.entries()].toSorted(([a], [b]) => a - b).map(([, words]) => words);
}

/**
 * The boxes turned by a quarter when most words stand on their side, which is when they are taller than wide;
 * null when they don't. The lines begin at the side where they are flush.
 */
function turnedBoxes({ words, width, height }: PageInput): Box[] | null {
  const long = words.filter(({ text }) => text.length >= 4).map(({ box }) => box);
  const upended = long.filter(([x0, y0, x1, y1]) => y1 - y0 > 1.2 * (x1 - x0));
  if (long.length < 3 || upended.length < 0.6 * long.length) return null;
  const boxes = words.map(({ box }) => box);
  const upward = boxes.map(([x0, y0, x1, y1]): Box => [height - y1, x0, height - y0, x1]);
  const lines = linesByHeight(upward).filter((line) => line.length >= 2);
  const edges = (side: 0 | 2) => lines.map((line) => upward[line.at(side === 0 ? 0 : -1) ?? -1]?.[side] ?? 0);
  const flushAtStart = flush(edges(0)) >= flush(edges(2));
  return flushAtStart ? upward : boxes.map(([x0, y0, x1, y1]): Box => [y0, width - x1, y1, width - x0]);
}

/** How many lines end where most of them do. */
function flush(edges: readonly number[]): number {
  const middle = median(edges, 0);
  return Math.max(
    ...[middle, ...edges].map((edge) => edges.filter((other) => Math.abs(other - edge) < 4).length),
  );
}

function linesByHeight(boxes: readonly Box[]): number[][] {
  const lines: number[][] = [];
  const order = [...boxes.keys()].toSorted((a, b) => middleOf(boxes[a]) - middleOf(boxes[b]));
  for (const index of order) {
    const box = boxes[index];
    const line = lines.at(-1);
    const reference = boxes[line?.[0] ?? -1];
    if (box && line && reference && sharedHeight(box, reference) >= 0.5) line.push(index);
    else lines.push([index]);
  }
  return lines.map((line) => line.toSorted((a, b) => (boxes[a]?.[0] ?? 0) - (boxes[b]?.[0] ?? 0)));
}

function middleOf(box: Box | undefined): number {
  return box ? (box[1] + box[3]) / 2 : 0;
}

/** The median slope of the long lines; a slope too steep for a skew counts as none. */
function skewOf(boxes: readonly Box[], lines: readonly number[][], width: number): number {
  const slopes: number[] = [];
  for (const words of lines) {
    const first = boxes[words[0] ?? -1];
    const last = boxes[words.at(-1) ?? -1];
    if (!first || !last || last[0] - first[0] < width * 0.25) continue;
    slopes.push((last[3] - first[3]) / (last[0] - first[0]));
  }
  const slope = median(slopes, 0);
  return Math.abs(slope) > 0.1 ? 0 : slope;
}
