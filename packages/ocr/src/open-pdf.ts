import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import * as pdfjs from 'pdfjs-dist/legacy/build/pdf.mjs';
import { DOCUMENT_MESSAGES, DocumentError } from './errors.ts';

const ROOT = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));

export type PdfDocument = pdfjs.PDFDocumentProxy;
export type PdfPage = pdfjs.PDFPageProxy;
export { pdfjs };

/** Opens a file; no script of it runs and no reference out of it is followed. @throws DocumentError */
export async function openPdf(file: string): Promise<PdfDocument> {
  const task = pdfjs.getDocument({
    data: new Uint8Array(await readFile(file)),
    enableXfa: false,
    useSystemFonts: false,
    standardFontDataUrl: `${join(ROOT, 'standard_fonts')}/`,
    cMapUrl: `${join(ROOT, 'cmaps')}/`,
    cMapPacked: true,
    wasmUrl: `${join(ROOT, 'wasm')}/`,
    verbosity: 0,
  });
  let document: PdfDocument;
  try {
    document = await task.promise;
  } catch (error) {
    const text = `${error instanceof Error ? `${error.name} ${error.message}` : error}`;
    const code = /password|encrypt|security/i.test(text) ? 'encrypted' : 'damaged';
    throw new DocumentError(code, DOCUMENT_MESSAGES[code]);
  }
  if (document.numPages < 1) throw new DocumentError('no_pages', DOCUMENT_MESSAGES.no_pages);
  return document;
}
