import { expect, test } from 'vitest';
import type { TenderDocument } from '../api/schemas.ts';
import { readTenderSearch } from '../tenders/tender-search.ts';
import { allPages, neighbour, pageToShow } from './page-steps.ts';

function document(id: string, pageCount: number | null, more: Partial<TenderDocument> = {}): TenderDocument {
  return {
    id,
    filename: `${id}.pdf`,
    status: 'ready',
    pageCount,
    kind: null,
    duplicateOf: null,
    code: null,
    message: null,
    ...more,
  };
}

const pages = allPages([
  document('a', 2),
  document('copy', 2, { duplicateOf: 'a' }),
  document('bad', null),
  document('b', 1),
]);

test('pages follow one another across documents, without copies and unreadable ones', () => {
  expect(pages.map(({ documentId, page }) => `${documentId}${page}`)).toEqual(['a1', 'a2', 'b1']);
  expect(neighbour(pages, { documentId: 'a', page: 2 }, 1)).toEqual({ documentId: 'b', page: 1 });
  expect(neighbour(pages, { documentId: 'a', page: 1 }, -1)).toBeUndefined();
  expect(neighbour(pages, { documentId: 'b', page: 1 }, 1)).toBeUndefined();
  expect(neighbour(pages, { documentId: 'x', page: 1 }, 1)).toBeUndefined();
});

test.each([
  [{ documentId: 'a', page: 2 }, 'a2'],
  [{ documentId: 'b', page: 9 }, 'b1'],
  [{ documentId: 'gone', page: 1 }, 'a1'],
  [{}, 'a1'],
])('the address %o shows %s', (wanted, shown) => {
  const page = pageToShow(pages, wanted);
  expect(`${page?.documentId}${page?.page}`).toBe(shown);
});

test('a tender without pages shows none', () => {
  expect(pageToShow([], { documentId: 'a', page: 1 })).toBeUndefined();
});

test.each([
  [
    { field: 'buyer', document: 'd', page: 3 },
    { field: 'buyer', document: 'd', page: 3 },
  ],
  [{ page: '3' }, { page: 3 }],
  [{ field: 7, document: '', page: -1 }, {}],
  [{ page: 1.5, other: 'x' }, {}],
])('the address %o is read as %o', (search, read) => {
  expect(readTenderSearch(search)).toEqual(read);
});
