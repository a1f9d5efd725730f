import type { Tx } from '../tenant-transaction.ts';

/** A job that did not do what it was for, or has yet to. */
export interface UndoneJob {
  status: 'queued' | 'running' | 'failed' | 'cancelled';
  lastError: string | null;
  payload: unknown;
}

/** The jobs of one type about one document or one tender's version that are not done, the newest first. */
export async function undoneJobs(
  tx: Tx,
  job: { tenantId: string; type: string; about: Record<string, string | number> },
): Promise<UndoneJob[]> {
  const { rows } = await tx.query<UndoneJob>(
    `select status, last_error as "lastError", payload from queue.jobs
     where type = $1 and status in ('queued', 'running', 'failed', 'cancelled') and tenant_id = $2 and payload @> $3
     order by id desc`,
    [job.type, job.tenantId, JSON.stringify(job.about)],
  );
  return rows;
}

/** Whether one of them will still run: it was sent back to the queue after it had ended once. */
export function someLive(jobs: readonly UndoneJob[]): boolean {
  return jobs.some((job) => job.status === 'queued' || job.status === 'running');
}
