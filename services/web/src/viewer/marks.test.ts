import { expect, test } from 'vitest';
import type { Box, Field } from '../api/schemas.ts';
import { firstEvidence, joinBoxes, marksOnPage } from './marks.ts';

function field(name: string, evidence: Field['evidence']): Field {
  return { name, value: name, text: name, confidence: 1, status: 'verified', source: 'rules', evidence };
}

test.each<{ what: string; boxes: Box[]; joined: Box[] }>([
  {
    what: 'words of one line',
    boxes: [
      [10, 10, 40, 20],
      [44, 11, 80, 21],
    ],
    joined: [[10, 10, 80, 21]],
  },
  {
    what: 'two lines',
    boxes: [
      [10, 10, 40, 20],
      [10, 24, 40, 34],
    ],
    joined: [
      [10, 10, 40, 20],
      [10, 24, 40, 34],
    ],
  },
  {
    what: 'two columns',
    boxes: [
      [10, 10, 40, 20],
      [300, 10, 340, 20],
    ],
    joined: [
      [10, 10, 40, 20],
      [300, 10, 340, 20],
    ],
  },
  {
    what: 'a small word on the line',
    boxes: [
      [10, 10, 40, 30],
      [42, 20, 50, 30],
    ],
    joined: [[10, 10, 50, 30]],
  },
  {
    what: 'sideways text, word under word',
    boxes: [
      [10, 100, 20, 140],
      [10, 60, 20, 98],
    ],
    joined: [
      [10, 100, 20, 140],
      [10, 60, 20, 98],
    ],
  },
  { what: 'none', boxes: [], joined: [] },
])('boxes are joined along a line: $what', ({ boxes, joined }) => {
  expect(joinBoxes(boxes)).toEqual(joined);
});

test('a mark is where its words are, in percent of the page, with a little space around', () => {
  const fields = [
    field('buyer', [{ documentId: 'd', page: 2, quote: 'Town', boxes: [[100, 200, 300, 250]] }]),
  ];
  expect(marksOnPage(fields, { documentId: 'd', page: 2, width: 1_000, height: 1_000 })).toEqual([
    { name: 'buyer', left: 9.4, top: 19.4, width: expect.closeTo(21.2), height: expect.closeTo(6.2) },
  ]);
});

test('a page has the marks of its own evidence only, and none of them leaves it', () => {
  const fields = [
    field('buyer', [
      { documentId: 'd', page: 1, quote: 'a', boxes: [[-20, -20, 700, 900]] },
      { documentId: 'd', page: 2, quote: 'b', boxes: [[0, 0, 1, 1]] },
      { documentId: 'other', page: 1, quote: 'c', boxes: [[0, 0, 1, 1]] },
    ]),
  ];
  expect(marksOnPage(fields, { documentId: 'd', page: 1, width: 595, height: 842 })).toEqual([
    { name: 'buyer', left: 0, top: 0, width: 100, height: 100 },
  ]);
  expect(marksOnPage(fields, { documentId: 'd', page: 1, width: 0, height: 0 })).toEqual([]);
});

test('a field leads to the evidence that can be marked', () => {
  const unmarked = { documentId: 'd', page: 1, quote: 'a', boxes: [] };
  const marked = { documentId: 'd', page: 3, quote: 'a', boxes: [[0, 0, 1, 1] satisfies Box] };
  expect(firstEvidence({ evidence: [unmarked, marked] })).toBe(marked);
  expect(firstEvidence({ evidence: [unmarked] })).toBe(unmarked);
  expect(firstEvidence({ evidence: null })).toBeUndefined();
});
