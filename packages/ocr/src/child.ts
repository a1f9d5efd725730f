import type { Answer, Request } from './child-messages.ts';
import { DocumentError } from './errors.ts';
import { inspectDocument } from './inspect-document.ts';
import { openPdf, type PdfDocument } from './open-pdf.ts';
import { readPage } from './read-page.ts';
import { createRecogniser } from './recogniser.ts';
import { renderPage } from './render-page.ts';

/*
 * The process in which documents are parsed, rendered and recognised: one request at a time, one document open. It has no
 * secrets and may be killed at any moment; when its parent is gone it ends.
 */

const recogniser = createRecogniser();
let opened: { file: string; document: PdfDocument } | null = null;

async function open(file: string): Promise<PdfDocument> {
  if (opened?.file === file) return opened.document;
  await opened?.document.loadingTask.destroy();
  opened = null;
  const document = await openPdf(file);
  opened = { file, document };
  return document;
}

async function answer(request: Request): Promise<Answer> {
  const { id, limits } = request;
  try {
    const document = await open(request.file);
    if (request.method === 'inspect') {
      const options = { pages: limits.pages, ...(request.languages && { languages: request.languages }) };
      return { id, ok: true, inspection: await inspectDocument(document, options) };
    }
    const page = await document.getPage(request.page);
    try {
      if (request.method === 'render') {
        const scale = request.width / page.getViewport({ scale: 1 }).width;
        return { id, ok: true, png: (await renderPage(page, scale, limits.pixels)).png().toString('base64') };
      }
      const read = await readPage(page, { pixels: limits.pixels, languages: request.languages, recogniser });
      return { id, ok: true, read: { ...read, page: request.page } };
    } finally {
      page.cleanup();
    }
  } catch (error) {
    if (error instanceof DocumentError)
      return { id, ok: false, kind: 'document', code: error.code, message: error.message };
    return {
      id,
      ok: false,
      kind: 'page',
      code: 'page_unreadable',
      message: 'The page is damaged and could not be read.',
    };
  }
}

process.on('message', (request: Request) => {
  void answer(request).then((result) => process.send?.(result));
});
process.on('disconnect', () => process.exit(0));
// pdf.js leaves some rejections to nobody; the request they belong to answers or runs into its deadline.
process.on('unhandledRejection', () => {});
