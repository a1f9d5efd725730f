import type { Queryable } from './enqueue.ts';
import type { ClaimedJob } from './job.ts';

/**
 * Takes up to `limit` jobs in order of priority, time and id: locks them, skipping rows that others hold, charges an
 * attempt, moves the fence and starts the lease, in one statement. It reads the ready index from its start and
 * stops when it has enough, so done, future and running jobs cost it nothing.
 */
const CLAIM = `
with next as (
  select id from queue.jobs
  where status = 'queued' and run_after <= now() and type = any ($2) and suspect = $5
    and not exists (select from queue.paused_types p where p.type = jobs.type)
  order by priority desc, run_after, id
  limit $3
  for update skip locked
)
update queue.jobs j set
  status = 'running', attempts = attempts + 1, lease_token = lease_token + 1, worker_id = $1,
  leased_until = now() + $4 * interval '1 ms', started_at = now(), finished_at = null, progress = null
from next where j.id = next.id
returning j.id::text, j.lease_token::text as token, j.type, j.tenant_id::text as "tenantId", j.payload,
  j.attempts as attempt, j.max_attempts as "maxAttempts", j.headers, j.suspect, j.priority, j.run_after`;

export async function claimJobs(
  db: Queryable,
  options: { workerId: string; types: readonly string[]; limit: number; leaseMs: number; suspect: boolean },
): Promise<ClaimedJob[]> {
  const { rows } = await db.query(CLAIM, [
    options.workerId,
    options.types,
    options.limit,
    options.leaseMs,
    options.suspect,
  ]);
  // An update returns its rows in no order of ours.
  return (rows as (ClaimedJob & { priority: number; run_after: Date })[]).sort(
    (a, b) =>
      b.priority - a.priority ||
      a.run_after.getTime() - b.run_after.getTime() ||
      (BigInt(a.id) < BigInt(b.id) ? -1 : 1),
  );
}

/** Whether a suspect is ready: a worker that sees one stops claiming, lets what it runs end, and runs it alone. */
export async function suspectReady(db: Queryable, types: readonly string[]): Promise<boolean> {
  const { rows } = await db.query(
    `select exists (select from queue.jobs j where status = 'queued' and suspect and run_after <= now() and type = any ($1)
       and not exists (select from queue.paused_types p where p.type = j.type)) as ready`,
    [types],
  );
  return (rows as { ready: boolean }[])[0]?.ready ?? false;
}
