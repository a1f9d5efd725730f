import type { Box } from '../schema/field.ts';
import type { PageInput } from '../schema/input.ts';
import { median } from './geometry.ts';

/**
 * Boxes of a slightly skewed scan, as they would stand on a straight page. Only for finding out what stands
 * beside and below what: evidence keeps the boxes of the page as displayed.
 *
 * The skew is the median slope of the long lines; below 0.2 % it is left alone.
 */
export function straightBoxes(page: PageInput): Box[] {
  const slope = skewOf(page);
  if (Math.abs(slope) < 0.002) return page.words.map((word) => word.box);
  return page.words.map(({ box: [x0, y0, x1, y1] }): Box => {
    const shift = slope * ((x0 + x1) / 2);
    return [x0, y0 - shift, x1, y1 - shift];
  });
}

function skewOf(page: PageInput): number {
  const lines = Map.groupBy(page.words, (word) => word.line);
  const slopes: number[] = [];
  for (const words of lines.values()) {
    const first = words[0]?.box;
    const last = words.at(-1)?.box;
    if (!first || !last || last[0] - first[0] < page.width * 0.25) continue;
    slopes.push((last[3] - first[3]) / (last[0] - first[0]));
  }
  const slope = median(slopes, 0);
  return Math.abs(slope) > 0.1 ? 0 : slope;
}
