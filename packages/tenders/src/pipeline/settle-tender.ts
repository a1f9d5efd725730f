import { tenderExtract } from '../jobs.ts';
import type { Tx } from '../tenant-transaction.ts';
import { someLive, undoneJobs } from './undone-jobs.ts';

const MESSAGE =
  'The documents were read, but the search for their fields failed. Retry the tender; if it stays so, tell the operator.';

/**
 * Fails a version whose extraction ended without a result; one that has a result stays as it is.
 * @returns 'too_early' when an operator has sent the extraction back to the queue. Ask again later.
 */
export async function settleTender(
  tx: Tx,
  at: { tenantId: string; tenderId: string; version: number },
): Promise<'settled' | 'too_early'> {
  const { tenantId, tenderId, version } = at;
  const { rows } = await tx.query<{ status: string }>(
    `select status from tender.versions where tender_id = $1 and version = $2 for update`,
    [tenderId, version],
  );
  if (!['received', 'processing'].includes(rows[0]?.status ?? 'gone')) return 'settled';
  const jobs = await undoneJobs(tx, { tenantId, type: tenderExtract.type, about: { tenderId, version } });
  if (someLive(jobs)) return 'too_early';
  await tx.query(
    `update tender.versions
     set status = 'failed', error_code = 'extraction_failed', error_message = $3, finished_at = now()
     where tender_id = $1 and version = $2`,
    [tenderId, version, MESSAGE],
  );
  return 'settled';
}
