import type { Queryable } from './enqueue.ts';

/*
 * What an operator does. Each verb moves the fence, so a worker that still runs the job can write nothing more.
 */

/** Cancels a queued or running job; a running handler's signal aborts. False: it had ended, or there is none. */
export async function cancelJob(db: Queryable, id: string): Promise<boolean> {
  const { rows } = await db.query(
    `with ended as (
       update queue.jobs set status = 'cancelled', leased_until = null, finished_at = now(), lease_token = lease_token + 1
       where id = $1 and status in ('queued', 'running')
       returning id, attempts, worker_id, started_at
     ), noted as (
       insert into queue.job_attempts (job_id, attempt, worker_id, reason, started_at)
       select id, attempts, worker_id, 'cancelled', started_at from ended
     )
     select id, pg_notify('queue_cancel', id::text) from ended`,
    [id],
  );
  return rows.length === 1;
}

/** Sends an ended job back to the queue with all its attempts. False: it has not ended, or there is none. */
export async function retryEnded(db: Queryable, id: string): Promise<boolean> {
  const { rows } = await db.query(
    `update queue.jobs set status = 'queued', attempts = 0, run_after = now(), finished_at = null, lease_token = lease_token + 1
     where id = $1 and status in ('failed', 'cancelled', 'done')
     returning pg_notify('queue_wake', type)`,
    [id],
  );
  return rows.length === 1;
}

/** Sends failed jobs of a type back to the queue, oldest first. @returns how many */
export async function redrive(
  db: Queryable,
  options: { type: string; error?: string; failedAfter?: Date; limit?: number },
): Promise<number> {
  const { rows } = await db.query(
    `update queue.jobs set status = 'queued', attempts = 0, run_after = now(), finished_at = null, lease_token = lease_token + 1
     where id in (
       select id from queue.jobs
       where status = 'failed' and type = $1 and ($2::text is null or strpos(last_error, $2) > 0)
         and ($3::timestamptz is null or finished_at >= $3)
       order by id limit $4 for update skip locked)
     returning id`,
    [options.type, options.error ?? null, options.failedAfter ?? null, options.limit ?? 1_000],
  );
  if (rows.length > 0) await db.query(`select pg_notify('queue_wake', $1)`, [options.type]);
  return rows.length;
}

/** No job of the type is claimed until it is resumed; what runs goes on. */
export async function pauseType(db: Queryable, type: string): Promise<void> {
  await db.query(`insert into queue.paused_types (type) values ($1) on conflict do nothing`, [type]);
}

export async function resumeType(db: Queryable, type: string): Promise<void> {
  await db.query(`delete from queue.paused_types where type = $1`, [type]);
  await db.query(`select pg_notify('queue_wake', $1)`, [type]);
}
