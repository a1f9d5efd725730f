import { detectLanguage } from './detect-language.ts';
import { DOCUMENT_MESSAGES, DocumentError } from './errors.ts';
import { measurePage } from './measure-page.ts';
import type { PdfDocument } from './open-pdf.ts';
import { triage } from './triage.ts';
import type { Inspection, Language, PageTriage, Warning } from './types.ts';

/** Sorts the pages of an open document. Pages that can't be reached are not pages, whatever the document claims. */
export async function inspectDocument(
  document: PdfDocument,
  options: { pages: number; languages?: readonly Language[] },
): Promise<Inspection> {
  const claimed = document.numPages;
  if (claimed > options.pages) {
    // A page count is a claim: only pages that are really there count against the limit.
    const reachable = await document.getPage(options.pages + 1).then(
      () => true,
      () => false,
    );
    if (reachable) {
      throw new DocumentError(
        'too_many_pages',
        `The PDF has ${claimed} pages, more than the ${options.pages} that are read. Split it and upload the parts.`,
      );
    }
  }
  const pages: PageTriage[] = [];
  const warnings: Warning[] = [];
  let sample = '';
  for (let number = 1; number <= Math.min(claimed, options.pages); number += 1) {
    const page = await document.getPage(number).catch(() => null);
    if (page === null) {
      warnings.push({
        code: 'pages_missing',
        message: `The PDF claims ${claimed} pages; ${pages.length} can be opened.`,
      });
      break;
    }
    const view = page.getViewport({ scale: 1 });
    // A page that can't be measured is left to the reading, which gives it a reason of its own.
    const sorted = await measurePage(page).then(
      triage,
      () => ({ source: 'ocr', reason: 'not_measurable' }) as const,
    );
    pages.push({ page: number, width: view.width, height: view.height, rotate: page.rotate, ...sorted });
    if (sample.length < 20_000 && sorted.source !== 'ocr') {
      const content = await page.getTextContent();
      sample += content.items.map((item) => ('str' in item ? item.str : '')).join(' ');
    }
    page.cleanup();
  }
  if (pages.length === 0) throw new DocumentError('damaged', DOCUMENT_MESSAGES.damaged);
  const attachments = await document.getAttachments().catch(() => null);
  if (attachments !== null && Object.keys(attachments).length > 0) {
    warnings.push({
      code: 'attachments_not_read',
      message: `The PDF carries ${Object.keys(attachments).length} attached files, which were not read. Upload them as documents.`,
    });
  }
  if (
    (await document.getMetadata().catch(() => null))?.info &&
    'IsXFAPresent' in (await document.getMetadata()).info
  ) {
    const info = (await document.getMetadata()).info as { IsXFAPresent?: boolean };
    if (info.IsXFAPresent) {
      warnings.push({
        code: 'xfa_form',
        message: 'The PDF is a dynamic form that can not be read. Print it to a new PDF and upload that.',
      });
    }
  }
  return {
    pageCount: pages.length,
    pages,
    language: options.languages?.[0] ?? detectLanguage(sample) ?? 'eng',
    warnings,
  };
}
