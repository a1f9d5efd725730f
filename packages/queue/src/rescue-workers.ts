import type { Queryable } from './enqueue.ts';
import { LOCK_CLASS } from './worker-lock.ts';

/** How long a worker without its session lock may still be alive and reconnecting, in ms. */
export const GRACE_MS = 2_000;

/**
 * Finds workers whose process is gone: their lease keeper's session, and with it the advisory lock, ended, and no new
 * one took it for the grace time. Returns those found dead by this call; each is named once.
 */
export async function findDeadWorkers(db: Queryable): Promise<string[]> {
  const { rows } = await db.query(
    `with locks as (
       select objid::bigint as key from pg_locks
       where locktype = 'advisory' and classid = $1 and granted
         and database = (select oid from pg_database where datname = current_database())
     ), seen as (
       update queue.workers w set lock_missing_since =
         case when exists (select from locks where key = w.lock_key) then null else coalesce(lock_missing_since, now()) end
       where has_lock and died_at is null and stopped_at is null
         and (lock_missing_since is null) <> exists (select from locks where key = w.lock_key)
     )
     update queue.workers w set died_at = now(), idle = false
     where has_lock and died_at is null and stopped_at is null
       and lock_missing_since < now() - $2 * interval '1 ms'
       and not exists (select from locks where key = w.lock_key)
     returning id`,
    [LOCK_CLASS, GRACE_MS],
  );
  return (rows as { id: string }[]).map((row) => row.id);
}

/** Forgets workers that stopped or died over an hour ago, and notes as dead those that fell silent without a session lock. */
export async function tidyWorkers(db: Queryable): Promise<void> {
  await db.query(
    `update queue.workers set died_at = now(), idle = false
     where not has_lock and died_at is null and stopped_at is null and heartbeat_at < now() - interval '5 minutes'`,
  );
  await db.query(`delete from queue.workers where coalesce(stopped_at, died_at) < now() - interval '1 hour'`);
}
