import type { Box } from '../schema/field.ts';
import type { PageInput } from '../schema/input.ts';

/** A piece of one printed line between two wide gaps: a cell's line, or a whole line of prose. */
export interface Segment {
  /** Indices into the page's words, left to right. */
  words: number[];
  box: Box;
  /** Height of its letters, points. */
  size: number;
  /** About the width of an "M", points. */
  em: number;
}

/** Words that belong together: a paragraph, a heading, a table cell, an item of a list. */
export interface Block {
  index: number;
  page: PageInput;
  /** Words in reading order, as indices into the page's words. */
  words: number[];
  lines: Segment[];
  box: Box;
  size: number;
  em: number;
}

/** A page as blocks in reading order, and as rows of blocks that begin on the same height. */
export interface PageLayout {
  page: PageInput;
  blocks: Block[];
  rows: Block[][];
}
