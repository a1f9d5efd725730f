import type { Queryable } from './enqueue.ts';
import type { Claim } from './job.ts';

/*
 * The verbs a worker ends a claim with. Each is one statement guarded by id, token and status; false means that the
 * claim is gone and nothing was written. What did not succeed is recorded in the same statement.
 */

/** Marks the job done. */
export async function completeJob(db: Queryable, claim: Claim): Promise<boolean> {
  const { rowCount } = await db.query(
    `update queue.jobs set status = 'done', leased_until = null, finished_at = now(), suspect = false, last_error = null
     where id = $1 and lease_token = $2 and status = 'running'`,
    [claim.id, claim.token],
  );
  return rowCount === 1;
}

/** Asserts the claim for the open transaction, and extends the lease: until it ends, nobody can take the job. */
export async function holdClaim(db: Queryable, claim: Claim, leaseMs: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `update queue.jobs set leased_until = greatest(leased_until, now() + $3 * interval '1 ms')
     where id = $1 and lease_token = $2 and status = 'running'`,
    [claim.id, claim.token, leaseMs],
  );
  return rowCount === 1;
}

/**
 * After an error: queued again while attempts are left, else failed. Waits `least(30 min, 10 s · 2^attempts · (0.5 + random()))`,
 * as in the article, or `delayMs` where the handler said so.
 */
export async function retryJob(
  db: Queryable,
  claim: Claim,
  error: string,
  delayMs: number | null,
): Promise<string | null> {
  const { rows } = await db.query(
    `with ended as (
       update queue.jobs set
         status = case when attempts >= max_attempts then 'failed' else 'queued' end,
         run_after = now() + coalesce($4 * interval '1 ms',
           least(interval '30 minutes', interval '10 seconds' * power(2, least(attempts, 20)) * (0.5 + random()))),
         finished_at = case when attempts >= max_attempts then now() end,
         leased_until = null, last_error = $3, lease_token = lease_token + 1
       where id = $1 and lease_token = $2 and status = 'running'
       returning id, attempts, worker_id, started_at, status
     ), noted as (
       insert into queue.job_attempts (job_id, attempt, worker_id, reason, error, started_at)
       select id, attempts, worker_id, case when $4::float8 is null then 'error' else 'retry_after' end, $3, started_at from ended
     )
     select status from ended`,
    [claim.id, claim.token, error, delayMs],
  );
  return (rows as { status: string }[])[0]?.status ?? null;
}

/** After a permanent error: failed now. */
export async function failJob(db: Queryable, claim: Claim, error: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `with ended as (
       update queue.jobs set status = 'failed', finished_at = now(), leased_until = null, last_error = $3, lease_token = lease_token + 1
       where id = $1 and lease_token = $2 and status = 'running'
       returning id, attempts, worker_id, started_at
     )
     insert into queue.job_attempts (job_id, attempt, worker_id, reason, error, started_at)
     select id, attempts, worker_id, 'permanent', $3, started_at from ended`,
    [claim.id, claim.token, error],
  );
  return rowCount === 1;
}

/** Gives the job back uncharged: the worker stops, or the handler asked to run later. */
export async function releaseJob(
  db: Queryable,
  claim: Claim,
  reason: 'released' | 'snoozed',
  delayMs = 0,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `with ended as (
       update queue.jobs set status = 'queued', attempts = attempts - 1, leased_until = null,
         run_after = now() + $4 * interval '1 ms', lease_token = lease_token + 1
       where id = $1 and lease_token = $2 and status = 'running'
       returning id, attempts + 1 as attempt, worker_id, started_at, type
     ), woken as (
       select pg_notify('queue_wake', type) from ended where $4 = 0
     )
     insert into queue.job_attempts (job_id, attempt, worker_id, reason, started_at)
     select id, attempt, worker_id, $3, started_at from ended left join (select count(*) from woken) w on true`,
    [claim.id, claim.token, reason, delayMs],
  );
  return rowCount === 1;
}

/** Stores what the handler last reported. */
export async function reportProgress(db: Queryable, claim: Claim, progress: unknown): Promise<boolean> {
  const { rowCount } = await db.query(
    `update queue.jobs set progress = $3 where id = $1 and lease_token = $2 and status = 'running'`,
    [claim.id, claim.token, JSON.stringify(progress)],
  );
  return rowCount === 1;
}
