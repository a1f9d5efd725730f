import type { Queryable } from './enqueue.ts';

/** What came of jobs that were taken back. */
export interface Reclaimed {
  id: string;
  type: string;
  status: 'queued' | 'failed';
  workerId: string | null;
}

const BATCH = 500;

/**
 * Takes back jobs whose lease has lapsed: with attempts left they are queued, with none left they fail. The charge
 * was made at the claim, so a job that takes its worker down every time ends here. Rows that a fenced transaction
 * holds are skipped: a worker in the middle of its commit is never robbed.
 */
export async function reclaimExpired(db: Queryable): Promise<Reclaimed[]> {
  const { rows } = await db.query(
    `with lapsed as (
       select id from queue.jobs where status = 'running' and leased_until < now()
       order by leased_until limit $1 for update skip locked
     ), taken as (
       update queue.jobs j set
         status = case when attempts < max_attempts then 'queued' else 'failed' end,
         run_after = case when attempts < max_attempts then now() else run_after end,
         finished_at = case when attempts < max_attempts then null else now() end,
         leased_until = null, lease_token = lease_token + 1,
         last_error = case when attempts < max_attempts then 'lease expired' else 'lease expired on final attempt' end
       from lapsed where j.id = lapsed.id
       returning j.id, j.type, j.status, j.attempts, j.worker_id, j.last_error, j.started_at
     ), noted as (
       insert into queue.job_attempts (job_id, attempt, worker_id, reason, error, started_at)
       select id, attempts, worker_id, 'lease_expired', last_error, started_at from taken
     ), woken as (
       select pg_notify('queue_wake', type) from (select distinct type from taken where status = 'queued') t
     )
     select id::text, type, status, worker_id as "workerId", (select count(*) from woken) as woken from taken`,
    [BATCH],
  );
  return rows as Reclaimed[];
}

/**
 * Takes back the jobs of a worker that is known to be dead, without waiting for their leases. One job alone was the
 * last thing the process did, and stays charged. Of several nobody knows which one it was: they are refunded and
 * marked suspect, and a suspect is run alone from then on, so the one that kills is charged the next time.
 */
export async function reclaimFromDead(db: Queryable, workerId: string): Promise<Reclaimed[]> {
  const { rows } = await db.query(
    `with held as (
       select id, count(*) over () as together from queue.jobs where status = 'running' and worker_id = $1
     ), mine as (
       select j.id, held.together from queue.jobs j join held using (id)
       where j.status = 'running' and j.worker_id = $1 for update of j skip locked
     ), taken as (
       update queue.jobs j set
         attempts = attempts - (together > 1)::int,
         suspect = suspect or together > 1,
         status = case when together > 1 or attempts < max_attempts then 'queued' else 'failed' end,
         run_after = case when together > 1 or attempts < max_attempts then now() else run_after end,
         finished_at = case when together > 1 or attempts < max_attempts then null else now() end,
         leased_until = null, lease_token = lease_token + 1,
         last_error = case when together > 1 or attempts < max_attempts then 'lease expired' else 'lease expired on final attempt' end
       from mine where j.id = mine.id
       returning j.id, j.type, j.status, j.attempts + (together > 1)::int as attempt, j.worker_id, j.last_error, j.started_at
     ), noted as (
       insert into queue.job_attempts (job_id, attempt, worker_id, reason, error, started_at)
       select id, attempt, worker_id, 'worker_died', last_error, started_at from taken
     ), woken as (
       select pg_notify('queue_wake', type) from (select distinct type from taken where status = 'queued') t
     )
     select id::text, type, status, worker_id as "workerId", (select count(*) from woken) as woken from taken`,
    [workerId],
  );
  return rows as Reclaimed[];
}
