import { readFile } from 'node:fs/promises';
import { PDFDocument } from 'pdf-lib';

const FIXTURES = new URL('../../../../fixtures/tenders/', import.meta.url);

/** Absolute path of a sample file. */
export function fixture(name: string): string {
  return new URL(name, FIXTURES).pathname;
}

/**
 * A scanned package of `pages` pages, made of the three scanned pages of sample 02 over and over: each page
 * takes seconds to recognise, so a worker can be caught in the middle of it. `mark` makes the bytes differ
 * from those of every other such package.
 */
export async function scannedPackage(pages: number, mark: string): Promise<Uint8Array<ArrayBuffer>> {
  const source = await PDFDocument.load(await readFile(fixture('02-en-scanned.pdf')));
  const target = await PDFDocument.create();
  target.setSubject(mark);
  const count = source.getPageCount();
  const copies = await target.copyPages(
    source,
    Array.from({ length: pages }, (_, index) => index % count),
  );
  for (const page of copies) target.addPage(page);
  return new Uint8Array(await target.save());
}
