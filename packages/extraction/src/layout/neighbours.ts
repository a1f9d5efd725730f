import { sharedHeight, sharedWidth } from './geometry.ts';
import type { Block, PageLayout } from './types.ts';

/** What stands beside, below and above a block. */

/** Blocks to the right on the same height, nearest first. */
export function rightOf(block: Block, { blocks }: PageLayout): Block[] {
  return blocks
    .filter((other) => other.box[0] >= block.box[2] - 1 && sharedHeight(block.box, other.box) >= 0.4)
    .toSorted((a, b) => a.box[0] - b.box[0]);
}

/** Blocks to the left on the same height, nearest first. */
export function leftOf(block: Block, { blocks }: PageLayout): Block[] {
  return blocks
    .filter((other) => other.box[2] <= block.box[0] + 1 && sharedHeight(block.box, other.box) >= 0.4)
    .toSorted((a, b) => b.box[2] - a.box[2]);
}

/** The nearest block below in the same column, within a few lines. */
export function below(block: Block, { blocks }: PageLayout, lines = 3): Block | undefined {
  return nearest(blocks, (other) => other.box[1] - block.box[3], block, lines);
}

export function above(block: Block, { blocks }: PageLayout, lines = 3): Block | undefined {
  return nearest(blocks, (other) => block.box[1] - other.box[3], block, lines);
}

function nearest(
  blocks: readonly Block[],
  distance: (other: Block) => number,
  block: Block,
  lines: number,
): Block | undefined {
  let best: Block | undefined;
  let least = lines * block.size;
  for (const other of blocks) {
    if (other === block) continue;
    const gap = distance(other);
    const sameColumn =
      sharedWidth(block.box, other.box) > 0 || Math.abs(block.box[0] - other.box[0]) < 2 * block.em;
    if (sameColumn && gap > -0.4 * block.size && gap < least) {
      best = other;
      least = gap;
    }
  }
  return best;
}
