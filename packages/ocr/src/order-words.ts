import type { Box, Word } from './types.ts';

type Unplaced = Omit<Word, 'line'>;

/**
 * Puts words into lines and lines into reading order. Words on one baseline are a line, except across a gutter: a
 * vertical gap that runs through most lines where both sides hold running text. On a skewed page lines fall by
 * `slope` a point; boxes stay as they are.
 */
export function orderWords(words: readonly Unplaced[], slope = 0): Word[] {
  let line = 0;
  const ordered: Word[] = [];
  for (const region of columns(words, slope)) {
    for (const row of rows(region, slope)) {
      for (const word of row) ordered.push({ ...word, line });
      line += 1;
    }
  }
  return ordered;
}

function rows(words: readonly Unplaced[], slope: number): Unplaced[][] {
  const middle = (box: Box): number => (box[1] + box[3]) / 2 - (slope * (box[0] + box[2])) / 2;
  const sorted = [...words].sort((a, b) => middle(a.box) - middle(b.box));
  const found: { words: Unplaced[]; middle: number; height: number }[] = [];
  for (const word of sorted) {
    const at = middle(word.box);
    const height = word.box[3] - word.box[1];
    const row = found.findLast(
      (one) => Math.abs(one.middle - at) < 0.5 * Math.min(Math.max(height, 4), Math.max(one.height, 4)),
    );
    if (row === undefined) found.push({ words: [word], middle: at, height });
    else {
      row.words.push(word);
      row.middle += (at - row.middle) / row.words.length;
      row.height = Math.max(row.height, height);
    }
  }
  return found
    .sort((a, b) => a.middle - b.middle)
    .map((row) => row.words.sort((a, b) => a.box[0] - b.box[0]));
}

/** Splits a page of two columns of prose; anything else is one region. */
function columns(words: readonly Unplaced[], slope: number): (readonly Unplaced[])[] {
  if (words.length < 30) return [words];
  const left = Math.min(...words.map((word) => word.box[0]));
  const right = Math.max(...words.map((word) => word.box[2]));
  for (let share = 0.4; share <= 0.6; share += 0.01) {
    const x = left + (right - left) * share;
    const crossing = words.filter((word) => word.box[0] < x + 4 && word.box[2] > x - 4);
    if (crossing.length > 0) continue;
    const sides = [words.filter((word) => word.box[2] <= x), words.filter((word) => word.box[0] >= x)];
    // Prose fills its column; a table's cells don't.
    const prose = sides.every((side) => {
      const lines = rows(side, slope);
      return lines.length >= 5 && side.length / lines.length >= 3.5;
    });
    if (prose) return sides;
  }
  return [words];
}

/** The words as plain text, a line each. */
export function textOf(words: readonly Word[]): string {
  let text = '';
  let last = -1;
  for (const word of words) {
    text += (text === '' ? '' : word.line === last ? ' ' : '\n') + word.text;
    last = word.line;
  }
  return text;
}
