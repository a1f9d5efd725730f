import { LANGUAGES, type Language } from '@tender/ocr';
import { type Handler, handle } from '@tender/queue';
import type { Spool } from '@tender/storage';
import type { Logger } from '@tender/telemetry';
import {
  documentToRead,
  failDocument,
  pagesOcr,
  pendingPages,
  setTenant,
  storePage,
  withTenant,
} from '@tender/tenders';
import type pg from 'pg';
import { ObjectLost, openDocument } from './open-document.ts';
import type { Readers } from './readers.ts';

/**
 * `pages.ocr`: reads the pages of a range that nobody has read yet. Each page is a fenced checkpoint, so a job that starts
 * again goes on where it was, and a worker that lost the job writes nothing.
 */
export function pagesHandler(options: {
  pool: pg.Pool;
  spool: Spool;
  readers: Readers;
  log: Logger;
}): Handler {
  const { pool, spool, readers, log } = options;
  return handle(pagesOcr, async (job, ctx) => {
    const { documentId, first, last } = job.payload;
    const tenantId = job.tenantId ?? '';
    const todo = await withTenant(pool, tenantId, async (tx) => {
      const document = await documentToRead(tx, documentId);
      return document === null ? null : { document, pages: await pendingPages(tx, documentId, first, last) };
    });
    if (todo === null || todo.pages.length === 0) return;
    try {
      const file = await openDocument(spool, todo.document, ctx.signal);
      try {
        const languages = languagesOf(todo.document.language);
        await readers.with(async (reader) => {
          for (const [done, page] of todo.pages.entries()) {
            const result = await reader.readPage(file.path, page, { signal: ctx.signal, languages });
            await ctx.transaction(async (tx) => {
              await setTenant(tx, tenantId);
              await storePage(tx, documentId, result, ctx.workerId);
            });
            const { status, source, reason, durationMs } = result;
            log.info(
              {
                tenant: tenantId,
                document: documentId,
                job: job.id,
                attempt: job.attempt,
                page,
                status,
                source,
                reason,
                durationMs,
              },
              'page read',
            );
            await ctx.progress({ done: done + 1, of: todo.pages.length });
          }
        });
      } finally {
        file.release();
      }
    } catch (error) {
      if (!(error instanceof ObjectLost)) throw error;
      await ctx.complete(async (tx) => {
        await setTenant(tx, tenantId);
        await failDocument(tx, todo.document, { code: error.code, message: error.message });
      });
    }
  });
}

/** The document's language, and English: numbers, names and codes of every tender have some. */
function languagesOf(language: string | null): Language[] {
  const known = LANGUAGES.find((one) => one === language);
  return known === undefined || known === 'eng' ? ['eng'] : [known, 'eng'];
}
