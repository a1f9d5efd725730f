import { DocumentError, type Inspection } from '@tender/ocr';
import { type Handler, handle } from '@tender/queue';
import {
  type DocumentToRead,
  documentInspect,
  documentToRead,
  failDocument,
  jobFields,
  type Reason,
  recordInspection,
  setTenant,
  tenantOf,
  withTenant,
} from '@tender/tenders';
import { ObjectLost, openDocument } from './open-document.ts';
import type { Reading } from './reading.ts';

/**
 * `document.inspect`: counts and sorts a document's pages and enqueues their reading. A document that can't be read has
 * been dealt with: it ends `failed` with its code, and the job is done.
 */
export function inspectHandler({ pool, spool, readers, log, killPoint }: Reading): Handler {
  /** What there is to say of the document: its pages, or why they can't be had. */
  async function look(
    document: DocumentToRead,
    given: { signal: AbortSignal; attempt: number },
  ): Promise<Inspection | Reason> {
    try {
      const file = await openDocument(spool, document, given);
      try {
        return await readers.with((reader) => reader.inspect(file.path, { signal: given.signal }));
      } finally {
        file.release();
      }
    } catch (error) {
      if (error instanceof DocumentError || error instanceof ObjectLost) return error;
      throw error;
    }
  }

  return handle(documentInspect, async (job, ctx) => {
    const tenantId = tenantOf(job);
    const document = await withTenant(pool, tenantId, (tx) => documentToRead(tx, job.payload.documentId));
    if (document === null || document.status !== 'received') return;
    killPoint('claimed', document.sha256);
    const found = await look(document, { signal: ctx.signal, attempt: job.attempt });
    killPoint('inspected', document.sha256);
    const fields = { ...jobFields(job), tender: document.tenderId };
    await ctx.complete(async (tx) => {
      await setTenant(tx, tenantId);
      if ('pages' in found) await recordInspection(tx, document, found, job.headers);
      else await failDocument(tx, document.id, found);
    });
    if ('pages' in found) log.info({ ...fields, pages: found.pageCount }, 'document inspected');
    else log.warn({ ...fields, code: found.code }, 'document can not be read');
  });
}
