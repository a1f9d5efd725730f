import { cancelJob } from '@tender/queue';
import type { Tx } from '../tenant-transaction.ts';

/**
 * Deletes a tender: its jobs are cancelled (a running one is stopped by its worker's next heartbeat and can't write any
 * more, since its rows are gone), its rows go, and the hashes of its documents are returned. Their objects are
 * deleted after the commit, under lockObjects, where no other document needs them.
 * @returns null when the tenant has no such tender
 */
export async function deleteTender(
  tx: Tx,
  tender: { tenantId: string; tenderId: string },
): Promise<{ hashes: string[] } | null> {
  const locked = await tx.query(`select from tender.tenders where id = $1 for update`, [tender.tenderId]);
  if (locked.rowCount === 0) return null;
  const documents = await tx.query<{ id: string; sha256: string }>(
    `select id, sha256 from tender.documents where tender_id = $1`,
    [tender.tenderId],
  );
  const jobs = await tx.query<{ id: string }>(
    `select id from queue.jobs
     where tenant_id = $1 and status in ('queued', 'running')
       and (payload ->> 'tenderId' = $2 or payload ->> 'documentId' = any($3))
     order by id`,
    [tender.tenantId, tender.tenderId, documents.rows.map((row) => row.id)],
  );
  for (const job of jobs.rows) await cancelJob(tx, job.id);
  await tx.query(`delete from tender.tenders where id = $1`, [tender.tenderId]);
  return { hashes: [...new Set(documents.rows.map((row) => row.sha256))] };
}
