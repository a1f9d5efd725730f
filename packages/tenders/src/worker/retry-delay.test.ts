import { expect, test } from 'vitest';
import { retryDelay } from './retry-delay.ts';

test.each([
  [1, null, 0, 15_000],
  [2, null, 0, 60_000],
  [4, null, 0, 960_000],
  [9, null, 0, 1_800_000],
  [1, null, 1, 18_750],
  [3, 2_000, 0, 2_000],
  [1, 7_200_000, 0, 7_200_000],
])('attempt %d, asked for %s, random %d: %d ms', (attempt, asked, random, expected) => {
  expect(retryDelay(attempt, asked, random)).toBe(expected);
});
