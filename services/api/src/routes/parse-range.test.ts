import { expect, test } from 'vitest';
import { parseRange } from './parse-range.ts';

const CASES: [header: string | undefined, range: ReturnType<typeof parseRange>][] = [
  [undefined, null],
  ['bytes=0-9', { start: 0, end: 9 }],
  ['bytes=90-', { start: 90, end: 99 }],
  ['bytes=90-1000', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-1000', { start: 0, end: 99 }],
  ['bytes=99-99', { start: 99, end: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=100-200', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=9-3', null],
  ['bytes=-', null],
  ['bytes=0-1,4-5', null],
  ['pages=1-2', null],
  ['bytes=a-b', null],
];

test.each(CASES)('%s of 100 bytes', (header, range) => {
  expect(parseRange(header, 100)).toEqual(range);
});
