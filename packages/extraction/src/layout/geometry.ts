import type { Box } from '../schema/field.ts';

/** Small measures over boxes (x0, y0, x1, y1; points). */

export function unionBox(boxes: readonly Box[]): Box {
  const union: Box = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x0, y0, x1, y1] of boxes) {
    union[0] = Math.min(union[0], x0);
    union[1] = Math.min(union[1], y0);
    union[2] = Math.max(union[2], x1);
    union[3] = Math.max(union[3], y1);
  }
  return union;
}

/** Share of the lower box's height that both have in common. */
export function sharedHeight(a: Box, b: Box): number {
  const common = Math.min(a[3], b[3]) - Math.max(a[1], b[1]);
  const lower = Math.min(a[3] - a[1], b[3] - b[1]);
  return lower > 0 ? Math.max(0, common) / lower : 0;
}

export function sharedWidth(a: Box, b: Box): number {
  return Math.max(0, Math.min(a[2], b[2]) - Math.max(a[0], b[0]));
}

export function median(values: readonly number[], otherwise: number): number {
  if (values.length === 0) return otherwise;
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? otherwise;
}
