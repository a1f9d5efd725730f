import { expect, test } from 'vitest';
import { formatAgo, formatDuration } from './ago.ts';

test.each([
  [-5, '0 s'],
  [0.4, '0 s'],
  [59.9, '59 s'],
  [125, '2 min 5 s'],
  [3_600, '1 h'],
  [3_605, '1 h'],
  [90_061, '1 d 1 h'],
])('%d seconds are %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});

test('an instant is so long ago, and a clock that is ahead makes no nonsense', () => {
  const now = Date.parse('2026-03-13T12:00:00Z');
  expect(formatAgo('2026-03-13T11:58:00Z', now)).toBe('2 min ago');
  expect(formatAgo('2026-03-13T12:00:07Z', now)).toBe('just now');
  expect(formatAgo('soon', now)).toBe('soon');
});
