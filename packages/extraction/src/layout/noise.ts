import type { Box } from '../schema/field.ts';
import type { PageInput } from '../schema/input.ts';
import { median } from './geometry.ts';

/**
 * What recognition makes of specks and of the rules of a table: signs without sense, and one or two letters far
 * taller than the words beside them. Words of a text layer are never noise.
 */
export function noiseOf(
  page: PageInput,
  boxes: readonly Box[],
  lines: readonly number[][],
): ReadonlySet<number> {
  const height = (index: number) => (boxes[index]?.[3] ?? 0) - (boxes[index]?.[1] ?? 0);
  const usual = median([...boxes.keys()].map(height), 10);
  const noise = new Set<number>();
  for (const line of lines) {
    for (const index of line) {
      const word = page.words[index];
      if (!word || word.confidence >= 1) continue;
      const beside = median(line.filter((other) => other !== index).map(height), 1.6 * usual);
      const senseless = !/[\p{L}\d€£$₹%&+@#:;,.()[\]/|•▪·*"'“”„«»–—-]/u.test(word.text);
      const tall = word.text.length <= 2 && height(index) > 1.8 * Math.max(beside, usual);
      if (senseless || tall) noise.add(index);
    }
  }
  return noise;
}
