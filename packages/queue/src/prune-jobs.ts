import type { Queryable } from './enqueue.ts';

/** Deletes finished jobs past their time, at most 10,000 a call: done after 7 days, failed and cancelled after 30. @returns how many */
export async function pruneJobs(
  db: Queryable,
  options: { doneMs?: number; failedMs?: number } = {},
): Promise<number> {
  const { rowCount } = await db.query(
    `delete from queue.jobs where id in (
       select id from queue.jobs
       where status in ('done', 'failed', 'cancelled')
         and finished_at < now() - (case when status = 'done' then $1 else $2 end)::float8 * interval '1 ms'
       limit 10000)`,
    [options.doneMs ?? 7 * 86_400_000, options.failedMs ?? 30 * 86_400_000],
  );
  return rowCount ?? 0;
}
