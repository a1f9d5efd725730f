import { cancelJob } from '@tender/queue';
import type { Tx } from '../tenant-transaction.ts';

/**
 * Deletes a tender: its jobs are cancelled (a running one is stopped by its worker's next heartbeat and can't write any
 * more, since its rows are gone), its rows go, and the hashes of its documents are returned. Their objects are
 * deleted after the commit, under lockObjects, where no other document needs them.
 *
 * Jobs are locked before the tender, as workers do it; the other way round the two would wait for each other. A job
 * that is enqueued in between finds its document gone and ends.
 * @returns null when the tenant has no such tender
 */
export async function deleteTender(
  tx: Tx,
  tender: { tenantId: string; tenderId: string },
): Promise<{ hashes: string[] } | null> {
  const { tenantId, tenderId } = tender;
  const jobs = await tx.query<{ id: string }>(
    `select id from queue.jobs
     where tenant_id = $1 and status in ('queued', 'running')
       and (payload ->> 'tenderId' = $2
            or payload ->> 'documentId' in (select id::text from tender.documents where tender_id = $2::uuid))
     order by id`,
    [tenantId, tenderId],
  );
  for (const job of jobs.rows) await cancelJob(tx, job.id);
  const locked = await tx.query(`select from tender.tenders where id = $1 for update`, [tenderId]);
  if (locked.rowCount === 0) return null;
  const { rows } = await tx.query<{ sha256: string }>(
    `select distinct sha256 from tender.documents where tender_id = $1`,
    [tenderId],
  );
  await tx.query(`delete from tender.tenders where id = $1`, [tenderId]);
  return { hashes: rows.map((row) => row.sha256) };
}
