import type { Tx } from '../tenant-transaction.ts';
import { startExtractions } from './start-extractions.ts';

const CRASHED =
  'The document stopped every worker that tried to read it. Print it to a new PDF and upload that.';
const UNREAD = 'The page could not be read: it stopped every worker that tried.';
const NO_PAGE =
  'None of the pages could be read. Scan the document again, or print it to a new PDF, and upload that.';

/** Ends a document with a reason; does nothing to one that has ended. */
export async function failDocument(
  tx: Tx,
  document: { id: string; tenantId: string; tenderId: string },
  reason: { code: string; message: string },
): Promise<void> {
  const { rowCount } = await tx.query(
    `update tender.documents set status = 'failed', error_code = $2, error_message = $3, finished_at = now()
     where id = $1 and status in ('received', 'processing')`,
    [document.id, reason.code, reason.message],
  );
  if (rowCount === 1) await startExtractions(tx, document);
}

/**
 * Closes a document when its inspection or its last page range has ended, in whatever way, and gives a reason to what
 * failed jobs left unfinished. May run twice: a document that has ended stays as it is.
 */
export async function settleDocument(tx: Tx, documentId: string, after: 'inspect' | 'pages'): Promise<void> {
  const { rows } = await tx.query<{ id: string; tenantId: string; tenderId: string; status: string }>(
    `select id, tenant_id::text as "tenantId", tender_id as "tenderId", status
     from tender.documents where id = $1 for update`,
    [documentId],
  );
  const document = rows[0];
  if (document === undefined) return;
  if (after === 'inspect') {
    if (document.status === 'received')
      await failDocument(tx, document, { code: 'worker_crashed', message: CRASHED });
    return;
  }
  if (document.status !== 'processing') return;
  await tx.query(
    `update tender.pages set status = 'failed', reason = 'worker_crashed', message = $2, read_at = clock_timestamp()
     where document_id = $1 and status = 'pending'`,
    [documentId, UNREAD],
  );
  const pages = await tx.query<{ readable: boolean }>(
    `select exists (select from tender.pages where document_id = $1 and status = 'done') as readable`,
    [documentId],
  );
  if (pages.rows[0]?.readable !== true) {
    await failDocument(tx, document, { code: 'no_page_readable', message: NO_PAGE });
    return;
  }
  await tx.query(`update tender.documents set status = 'ready', finished_at = now() where id = $1`, [
    documentId,
  ]);
  await startExtractions(tx, document);
}
