import type { Tx } from '../tenant-transaction.ts';
import { lockDocument } from './lock-document.ts';
import { startExtractions } from './start-extractions.ts';

/** Why a document could not be read. */
export interface Reason {
  /** Stable. */
  code: string;
  /** A sentence for the person who uploaded it, which says what to do. */
  message: string;
}

/**
 * Ends a document with a reason, and starts what waited for it. A document that has ended, or is gone, stays as it is.
 * @returns whether this call ended it
 */
export async function failDocument(tx: Tx, documentId: string, reason: Reason): Promise<boolean> {
  const document = await lockDocument(tx, documentId);
  if (document === null || document.status === 'ready' || document.status === 'failed') return false;
  await tx.query(
    `update tender.documents set status = 'failed', error_code = $2, error_message = $3, finished_at = now()
     where id = $1`,
    [documentId, reason.code, reason.message],
  );
  await startExtractions(tx, document);
  return true;
}
