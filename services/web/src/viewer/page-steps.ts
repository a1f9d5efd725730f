import type { TenderDocument } from '../api/schemas.ts';

/** A page of one of a tender's documents, counted from 1. */
export interface PageRef {
  documentId: string;
  page: number;
}

/** All pages that can be looked at, in order of arrival. A repeated document is read once, so it is listed once. */
export function allPages(documents: readonly TenderDocument[]): PageRef[] {
  return documents
    .filter((document) => !document.duplicateOf)
    .flatMap((document) =>
      Array.from({ length: document.pageCount ?? 0 }, (_, index) => ({
        documentId: document.id,
        page: index + 1,
      })),
    );
}

/** The page the address asks for if it exists, else the first one of that document, else the first of all. */
export function pageToShow(pages: readonly PageRef[], wanted: Partial<PageRef>): PageRef | undefined {
  const ofDocument = pages.filter((page) => page.documentId === wanted.documentId);
  return ofDocument.find((page) => page.page === wanted.page) ?? ofDocument[0] ?? pages[0];
}

/** The neighbour `step` pages on (−1: back), across documents; undefined past either end. */
export function neighbour(pages: readonly PageRef[], from: PageRef, step: 1 | -1): PageRef | undefined {
  const index = pages.findIndex((page) => samePage(page, from));
  return index === -1 ? undefined : pages[index + step];
}

export function samePage(a: PageRef, b: PageRef): boolean {
  return a.documentId === b.documentId && a.page === b.page;
}
