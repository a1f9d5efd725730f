import { expect, test } from 'vitest';
import { planRanges } from './plan-ranges.ts';

const pages = (...sources: string[]) => sources.map((source, index) => ({ page: index + 1, source }));

test('four scanned pages a job', () => {
  expect(planRanges(pages(...Array(10).fill('ocr')))).toEqual([
    { first: 1, last: 4 },
    { first: 5, last: 8 },
    { first: 9, last: 10 },
  ]);
});
test('text pages go together, at most fifty', () => {
  expect(planRanges(pages(...Array(120).fill('text_layer')))).toEqual([
    { first: 1, last: 50 },
    { first: 51, last: 100 },
    { first: 101, last: 120 },
  ]);
});
test('none of none; every page in exactly one range of a mixed document', () => {
  expect(planRanges([])).toEqual([]);
  const mixed = pages(
    ...Array.from({ length: 97 }, (_, n) => ['ocr', 'text_layer', 'mixed', 'blank'][n % 4] ?? 'ocr'),
  );
  const covered = planRanges(mixed).flatMap(({ first, last }) =>
    Array.from({ length: last - first + 1 }, (_, n) => first + n),
  );
  expect(covered).toEqual(mixed.map(({ page }) => page));
});
