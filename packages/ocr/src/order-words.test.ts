import { expect, test } from 'vitest';
import { orderWords, textOf } from './order-words.ts';
import type { Box } from './types.ts';

const word = (text: string, x: number, y: number) => ({
  text,
  confidence: 1,
  box: [x, y, x + 5 * text.length, y + 10] as Box,
});

test('words on one baseline are a line, whatever order they are drawn in', () => {
  expect(textOf(orderWords([word('below', 10, 40), word('right', 200, 21), word('left', 10, 20)]))).toBe(
    'left right\nbelow',
  );
});

test('on a skewed page a row stays a row', () => {
  const slope = 0.02;
  const row = (texts: string[], y: number) =>
    texts.map((text, index) => word(text, 10 + index * 120, y + index * 120 * slope));
  const words = [...row(['a', 'b', 'c', 'd', 'e'], 20), ...row(['f', 'g', 'h', 'i', 'j'], 28)];
  expect(textOf(orderWords(words, slope))).toBe('a b c d e\nf g h i j');
});

test('two columns of prose are read one after the other, a table row by row', () => {
  const prose = (x: number, name: string) =>
    Array.from({ length: 6 }, (_, line) =>
      [0, 1, 2, 3].map((n) => word(`${name}${line}${n}x`, x + n * 35, 20 + line * 14)),
    ).flat();
  const text = textOf(orderWords([...prose(10, 'l'), ...prose(200, 'r')]));
  expect(text.indexOf('r00x')).toBeGreaterThan(text.indexOf('l53x'));
  const table = Array.from({ length: 20 }, (_, line) => [
    word('label', 10, 20 + line * 14),
    word('value', 200, 20 + line * 14),
  ]).flat();
  expect(textOf(orderWords(table)).split('\n')[3]).toBe('label value');
});
