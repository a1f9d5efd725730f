import { DocumentError } from '@tender/ocr';
import { type Handler, handle } from '@tender/queue';
import type { Spool } from '@tender/storage';
import {
  documentInspect,
  documentToRead,
  failDocument,
  recordInspection,
  setTenant,
  withTenant,
} from '@tender/tenders';
import type pg from 'pg';
import { ObjectLost, openDocument } from './open-document.ts';
import type { Readers } from './readers.ts';

/**
 * `document.inspect`: counts and sorts a document's pages and enqueues their reading. A document that can't be read has
 * been dealt with: it ends `failed` with its code, and the job is done.
 */
export function inspectHandler(options: { pool: pg.Pool; spool: Spool; readers: Readers }): Handler {
  const { pool, spool, readers } = options;
  return handle(documentInspect, async (job, ctx) => {
    const tenantId = job.tenantId ?? '';
    const document = await withTenant(pool, tenantId, (tx) => documentToRead(tx, job.payload.documentId));
    if (document === null) return;
    try {
      const file = await openDocument(spool, document, ctx.signal);
      try {
        const found = await readers.with((reader) => reader.inspect(file.path, { signal: ctx.signal }));
        await ctx.complete(async (tx) => {
          await setTenant(tx, tenantId);
          await recordInspection(tx, document, found);
        });
      } finally {
        file.release();
      }
    } catch (error) {
      if (!(error instanceof DocumentError || error instanceof ObjectLost)) throw error;
      await ctx.complete(async (tx) => {
        await setTenant(tx, tenantId);
        await failDocument(tx, document, { code: error.code, message: error.message });
      });
    }
  });
}
