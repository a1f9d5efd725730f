import type { PageInput } from '../schema/input.ts';
import { median } from './geometry.ts';
import type { Segment } from './types.ts';

/**
 * Whether a segment goes on with the paragraph or cell of the one above it. Judged by what a typesetter does:
 * a line breaks because its next word no longer fits, cells of one table row start together, items of a list
 * and "Label: value" lines start afresh.
 */

export interface Neighbourhood {
  page: PageInput;
  rows: readonly Segment[][];
  /** Usual distance of two lines of running text, in heights of a letter. */
  pitch: number;
}

const startsItem =
  /^(?:[-–—•▪●○□☐■*·►➢✓]\s|\[ ?[xX]?\]|\[ ?[1Il|] ?\]?\s|\(?[a-zA-Z][.)]\s|\(?\d{1,2}[.)]\s|\([ivx]+\)\s|\d{1,2}(?:\.\d{1,2})+[.)]?\s|[IVX]{1,4}(?:\.\d{1,2})+[.)]?\s)/;
const startsLabel = /^\p{Lu}[^:.;]{1,58}:(?:\s|$)/u;

/** Distance of two lines, in heights of a letter. */
export function pitchOf(above: Segment, below: Segment): number {
  return (below.box[3] - above.box[3]) / Math.max(above.size, 1);
}

export function usualPitch(rows: readonly Segment[][]): number {
  const pitches: number[] = [];
  for (const [index, row] of rows.entries()) {
    const [below] = row;
    const [above] = rows[index - 1] ?? [];
    if (row.length !== 1 || !above || !below || rows[index - 1]?.length !== 1) continue;
    if (aligned(above, below) && below.box[2] - below.box[0] > 12 * below.em)
      pitches.push(pitchOf(above, below));
  }
  return Math.min(3, Math.max(1.2, median(pitches, 1.3)));
}

export function aligned(above: Segment, below: Segment): boolean {
  const left = Math.abs(above.box[0] - below.box[0]) <= 1.3 * above.em;
  const centre = Math.abs(above.box[0] + above.box[2] - below.box[0] - below.box[2]) <= 2 * above.em;
  const hanging = below.box[0] - above.box[0] > 0 && below.box[0] - above.box[0] <= 3.5 * above.em;
  return left || centre || hanging;
}

/** A paragraph, heading or list item that runs on, with nothing beside it. */
export function proseRunsOn(above: Segment, below: Segment, around: Neighbourhood): boolean {
  if (!near(above, below, around) || startsAfresh(below, around.page)) return false;
  if (!aligned(above, below)) return false;
  return !wouldFit(above, below, rightEdge(above, around), around.page);
}

/** A cell's text that runs on: the row below has nothing in the columns to its left. */
export function cellRunsOn(above: Segment, below: Segment, around: Neighbourhood): boolean {
  return near(above, below, around) && aligned(above, below) && !startsItem.test(textOf(below, around.page));
}

/** A label that runs on in its column, beside a value that has ended. */
export function labelRunsOn(above: Segment, below: Segment, limit: number, around: Neighbourhood): boolean {
  if (!near(above, below, around) || !aligned(above, below) || startsAfresh(below, around.page)) return false;
  if (below.box[2] > limit) return false;
  const lower = /^[\p{Ll}(]/u.test(textOf(below, around.page));
  return lower || !wouldFit(above, below, limit - above.em, around.page);
}

/** Two rows with the same columns filled are two rows, unless they are columns of prose or plainly one sentence. */
export function looksLikeProse(segment: Segment): boolean {
  return segment.words.length >= 4 && segment.box[2] - segment.box[0] > 13 * segment.em;
}

export function near(above: Segment, below: Segment, { pitch }: Neighbourhood): boolean {
  const ratio = below.size / Math.max(above.size, 1);
  const distance = pitchOf(above, below);
  return ratio > 0.72 && ratio < 1.4 && distance > 0.3 && distance <= Math.max(1.62, pitch * 1.15);
}

export function textOf(segment: Segment, page: PageInput): string {
  return segment.words.map((index) => page.words[index]?.text ?? '').join(' ');
}

function startsAfresh(segment: Segment, page: PageInput): boolean {
  const text = textOf(segment, page);
  return startsItem.test(text) || startsLabel.test(text);
}

function wouldFit(above: Segment, below: Segment, edge: number, page: PageInput): boolean {
  const first = page.words[below.words[0] ?? -1];
  if (!first) return true;
  const centred = Math.abs(above.box[0] - below.box[0]) > 1.3 * above.em && below.box[0] - above.box[0] <= 0;
  const needed = first.box[2] - first.box[0] + above.em * 0.5;
  const room = edge - above.box[2];
  return needed < (centred ? 2 * room : room) - above.em * 0.2;
}

/** Where lines that start like this one end at the most, nearby. */
function rightEdge(segment: Segment, { rows }: Neighbourhood): number {
  let edge = segment.box[2];
  for (const row of rows) {
    for (const other of row) {
      if (Math.abs(other.box[3] - segment.box[3]) > 45 * segment.size) continue;
      const together = Math.abs(other.box[0] - segment.box[0]) <= 4 * segment.em || row.length === 1;
      const overlaps = other.box[0] < segment.box[2] && other.box[2] > segment.box[0];
      if (together && overlaps) edge = Math.max(edge, other.box[2]);
    }
  }
  return edge;
}
