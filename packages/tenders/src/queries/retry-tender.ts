import { startExtractions } from '../pipeline/start-extractions.ts';
import type { Tx } from '../tenant-transaction.ts';
import type { CreatedVersion } from './create-tender.ts';
import { enqueueInspections } from './enqueue-inspections.ts';
import { openVersion } from './open-version.ts';

export type RetryOutcome =
  | { outcome: 'started'; version: CreatedVersion }
  | { outcome: 'unknown' | 'still_running' | 'nothing_to_retry' };

/**
 * Reads again what failed: failed documents as a whole, and the failed pages of the others. It makes a version of its
 * own, so that the fields found so far stay visible until it is finished. Pages that were read are not read again.
 */
export async function retryTender(
  tx: Tx,
  tender: { tenantId: string; tenderId: string; headers?: Record<string, string> },
): Promise<RetryOutcome> {
  const { tenantId, tenderId } = tender;
  const { rows } = await tx.query<{ status: string }>(
    `select v.status from tender.tenders t
     join tender.versions v on v.tender_id = t.id and v.version = t.version
     where t.id = $1 for update of t`,
    [tenderId],
  );
  const status = rows[0]?.status;
  if (status === undefined) return { outcome: 'unknown' };
  if (status === 'received' || status === 'processing') return { outcome: 'still_running' };

  const failed = await tx.query<{ id: string; filename: string; sha256: string; bytes: string }>(
    `select d.id, d.filename, d.sha256, d.bytes from tender.documents d
     where d.tender_id = $1 and d.duplicate_of is null
       and (d.status = 'failed'
            or exists (select from tender.pages p where p.document_id = d.id and p.status = 'failed'))
     order by d.ordinal`,
    [tenderId],
  );
  if (failed.rows.length === 0 && status !== 'failed') return { outcome: 'nothing_to_retry' };

  const opened = await openVersion(tx, tenderId);
  if (opened === null) return { outcome: 'unknown' };
  const ids = failed.rows.map((row) => row.id);
  await tx.query(`delete from tender.pages where document_id = any($1) and status = 'failed'`, [ids]);
  await tx.query(
    `update tender.documents
     set status = 'received', error_code = null, error_message = null, finished_at = null, warnings = '[]'
     where id = any($1)`,
    [ids],
  );
  const documents = failed.rows.map((row) => ({ ...row, bytes: Number(row.bytes), duplicateOf: null }));
  await enqueueInspections(tx, documents, { tenantId, priority: opened.priority, headers: tender.headers });
  if (documents.length === 0) await startExtractions(tx, { tenantId, tenderId });
  return { outcome: 'started', version: { tenderId, version: opened.version, documents } };
}
