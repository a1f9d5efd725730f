import type { PageResult } from '@tender/ocr';
import { storable, storableJson } from '../storable.ts';
import { toStoredWord } from '../stored-word.ts';
import type { Tx } from '../tenant-transaction.ts';

/** The pages of a range that nobody has read yet, in order. */
export async function pendingPages(
  tx: Tx,
  documentId: string,
  range: { first: number; last: number },
): Promise<number[]> {
  const { rows } = await tx.query<{ page_no: number }>(
    `select page_no from tender.pages
     where document_id = $1 and page_no between $2 and $3 and status = 'pending' order by page_no`,
    [documentId, range.first, range.last],
  );
  return rows.map((row) => row.page_no);
}

/**
 * Stores one page. Belongs into the job's fenced transaction; a page that has left 'pending' is never written again.
 * @returns false when it had, or the document is gone
 */
export async function storePage(
  tx: Tx,
  documentId: string,
  result: PageResult,
  workerId: string,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update tender.pages set
       status = $3, source = $4, reason = $5, message = $6, confidence = $7, text = $8, words = $9, warnings = $10,
       duration_ms = $11, worker_id = $12, read_at = clock_timestamp()
     where document_id = $1 and page_no = $2 and status = 'pending'`,
    [
      documentId,
      result.page,
      result.status,
      result.source,
      result.reason,
      result.message,
      result.confidence,
      storable(result.text),
      storableJson(result.words.map(toStoredWord)),
      storableJson(result.warnings),
      result.durationMs,
      workerId,
    ],
  );
  return rowCount === 1;
}
