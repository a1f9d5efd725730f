import type { PageInput } from '../schema/input.ts';
import {
  aligned,
  cellRunsOn,
  labelRunsOn,
  looksLikeProse,
  type Neighbourhood,
  near,
  proseRunsOn,
  textOf,
  usualPitch,
} from './continues.ts';
import { sharedHeight, unionBox } from './geometry.ts';
import { rowsOf } from './rows.ts';
import { segmentsOf } from './segments.ts';
import { straighten } from './straighten.ts';
import type { Block, PageLayout, Segment } from './types.ts';

/**
 * Turns a page of words into blocks (paragraphs, headings, cells, items) and rows of blocks. It sees no lines
 * of a table and no fonts, only where words stand; it promises that every word is in at most one block.
 */
export function layOutPage(page: PageInput): PageLayout {
  const rows = rowsOf(segmentsOf(page, straighten(page)));
  const around: Neighbourhood = { page, rows, pitch: usualPitch(rows) };
  const owner = new Map<Segment, Segment[]>();
  const pieces: Segment[][] = [];
  for (const [index, row] of rows.entries()) {
    const above = rows.slice(Math.max(0, index - 3), index).toReversed();
    for (const segment of row) {
      const previous = findAbove(segment, row, above, owner, around);
      const piece = previous && owner.get(previous);
      if (piece) {
        piece.push(segment);
        owner.set(segment, piece);
      } else {
        const fresh = [segment];
        pieces.push(fresh);
        owner.set(segment, fresh);
      }
    }
  }
  const blocks = pieces.map((lines, index) => makeBlock(index, page, lines));
  return { page, blocks, rows: blockRows(blocks) };
}

/** The segment above that this one goes on from, if any. */
function findAbove(
  segment: Segment,
  row: readonly Segment[],
  rowsAbove: readonly Segment[][],
  owner: ReadonlyMap<Segment, Segment[]>,
  around: Neighbourhood,
): Segment | undefined {
  for (const above of rowsAbove) {
    const candidate = above.find((other) => aligned(other, segment) && overlapsAcross(other, segment));
    if (!candidate || !near(candidate, segment, around)) continue;
    const left = row.filter((other) => other.box[2] <= segment.box[0]).at(-1);
    const right = row.find((other) => other.box[0] >= segment.box[2]);
    const leftAbove = above.filter((other) => other.box[2] <= candidate.box[0]).at(-1);
    const rightAbove = above.find((other) => other.box[0] >= candidate.box[2]);
    return runsOn(candidate, segment, { left, right, leftAbove, rightAbove }, owner, around)
      ? candidate
      : undefined;
  }
  return undefined;
}

interface Beside {
  left: Segment | undefined;
  right: Segment | undefined;
  leftAbove: Segment | undefined;
  rightAbove: Segment | undefined;
}

function runsOn(
  above: Segment,
  segment: Segment,
  { left, right, leftAbove, rightAbove }: Beside,
  owner: ReadonlyMap<Segment, Segment[]>,
  around: Neighbourhood,
): boolean {
  if (looksLikeProse(above) && (left || right) && proseRunsOn(above, segment, around)) {
    const beside = [left ?? right, leftAbove ?? rightAbove].filter((other) => other !== undefined);
    if (beside.length === 2 && beside.every(looksLikeProse)) return true;
  }
  if (left && leftAbove) {
    const together = owner.get(left);
    return together !== undefined && together === owner.get(leftAbove) && cellRunsOn(above, segment, around);
  }
  if (leftAbove) return cellRunsOn(above, segment, around);
  if (right && rightAbove && aligned(rightAbove, right)) {
    const lower = /^[\p{Ll}(]/u.test(textOf(segment, around.page));
    return lower && labelRunsOn(above, segment, right.box[0], around);
  }
  if (rightAbove) return labelRunsOn(above, segment, rightAbove.box[0], around);
  if (right) return false;
  return proseRunsOn(above, segment, around);
}

function overlapsAcross(a: Segment, b: Segment): boolean {
  return a.box[0] < b.box[2] && b.box[0] < a.box[2];
}

function makeBlock(index: number, page: PageInput, lines: Segment[]): Block {
  return {
    index,
    page,
    words: lines.flatMap((line) => line.words),
    lines,
    box: unionBox(lines.map((line) => line.box)),
    size: Math.max(...lines.map((line) => line.size)),
    em: lines[0]?.em ?? 10,
  };
}

/** Rows of blocks that begin on one height; a block of several lines belongs to the row of its first. */
function blockRows(blocks: readonly Block[]): Block[][] {
  const rows: Block[][] = [];
  for (const block of blocks) {
    const first = block.lines[0];
    const row = rows.slice(-6).findLast((others) => {
      const reference = others[0]?.lines[0];
      return reference && first && sharedHeight(reference.box, first.box) >= 0.5;
    });
    if (row) row.push(block);
    else rows.push([block]);
  }
  return rows.map((row) => row.toSorted((a, b) => a.box[0] - b.box[0]));
}
