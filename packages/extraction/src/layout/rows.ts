import { sharedHeight } from './geometry.ts';
import type { Segment } from './types.ts';

/** Rows from top to bottom, each with the segments that stand on one height, left to right. */
export function rowsOf(segments: readonly Segment[]): Segment[][] {
  const rows: { reference: Segment; segments: Segment[] }[] = [];
  for (const segment of segments.toSorted((a, b) => middle(a) - middle(b))) {
    const row = rows
      .slice(-4)
      .findLast(
        ({ reference, segments: others }) =>
          sharedHeight(reference.box, segment.box) >= 0.5 &&
          others.every((other) => other.box[2] <= segment.box[0] + 1 || other.box[0] >= segment.box[2] - 1),
      );
    if (row) row.segments.push(segment);
    else rows.push({ reference: segment, segments: [segment] });
  }
  return rows.map((row) => row.segments.toSorted((a, b) => a.box[0] - b.box[0]));
}

function middle(segment: Segment): number {
  return (segment.box[1] + segment.box[3]) / 2;
}
