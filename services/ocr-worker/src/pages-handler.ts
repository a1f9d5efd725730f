import { DocumentError, LANGUAGES, type Language, type PageResult, type Reader } from '@tender/ocr';
import { type Handler, handle } from '@tender/queue';
import {
  documentToRead,
  failDocument,
  jobFields,
  pagesOcr,
  pendingPages,
  setTenant,
  storePage,
  tenantOf,
  withTenant,
} from '@tender/tenders';
import { ObjectLost, openDocument } from './open-document.ts';
import type { Reading } from './reading.ts';

/**
 * `pages.ocr`: reads the pages of a range that nobody has read yet. Each page is a fenced checkpoint, so a job that starts
 * again goes on where it was, and a worker that lost the job writes nothing. A page that can't be read is a failed page.
 */
export function pagesHandler(options: Reading & { countPage: (page: PageResult) => void }): Handler {
  const { pool, spool, readers, log, killPoint, countPage } = options;
  return handle(pagesOcr, async (job, ctx) => {
    const { documentId } = job.payload;
    const tenantId = tenantOf(job);
    const todo = await withTenant(pool, tenantId, async (tx) => {
      const document = await documentToRead(tx, documentId);
      return document === null ? null : { document, pages: await pendingPages(tx, documentId, job.payload) };
    });
    if (todo === null || todo.pages.length === 0) return;
    const { document, pages } = todo;
    killPoint('claimed', document.sha256);

    async function readPages(path: string, reader: Reader): Promise<void> {
      const languages = languagesOf(document.language);
      for (const [index, page] of pages.entries()) {
        const result = await readPage(reader, path, page, { signal: ctx.signal, languages });
        killPoint('page_read', document.sha256);
        await ctx.transaction(async (tx) => {
          await setTenant(tx, tenantId);
          await storePage(tx, documentId, result, ctx.workerId);
          killPoint('page_commit', document.sha256);
        });
        killPoint('page_committed', document.sha256);
        countPage(result);
        const { status, source, reason, durationMs } = result;
        log.info(
          { ...jobFields(job), tender: document.tenderId, page, status, source, reason, durationMs },
          'page read',
        );
        await ctx.progress({ done: index + 1, of: pages.length });
      }
    }

    try {
      const file = await openDocument(spool, document, { signal: ctx.signal, attempt: job.attempt });
      try {
        await readers.with((reader) => readPages(file.path, reader));
      } finally {
        file.release();
      }
    } catch (error) {
      if (!(error instanceof ObjectLost)) throw error;
      await ctx.complete(async (tx) => {
        await setTenant(tx, tenantId);
        await failDocument(tx, documentId, error);
      });
      log.warn(
        { ...jobFields(job), tender: document.tenderId, code: error.code },
        'document can not be read',
      );
    }
  });
}

/** A document that opened for its inspection and doesn't for this page: a failed page, not a failed job. */
async function readPage(
  reader: Reader,
  path: string,
  page: number,
  options: { signal: AbortSignal; languages: Language[] },
): Promise<PageResult> {
  const started = performance.now();
  try {
    return await reader.readPage(path, page, options);
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    return {
      page,
      status: 'failed',
      source: null,
      reason: error.code,
      message: error.message,
      width: 0,
      height: 0,
      rotate: 0,
      confidence: null,
      text: '',
      words: [],
      warnings: [],
      durationMs: Math.round(performance.now() - started),
    };
  }
}

/** The document's language, and English: numbers, names and codes of every tender have some. */
function languagesOf(language: string | null): Language[] {
  const known = LANGUAGES.find((one) => one === language);
  return known === undefined || known === 'eng' ? ['eng'] : [known, 'eng'];
}
