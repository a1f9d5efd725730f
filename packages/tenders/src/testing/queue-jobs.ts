import type pg from 'pg';

/** The jobs of a type, oldest first, as the database's owner sees them. */
export async function jobsOf(
  db: pg.Pool,
  type: string,
  about: Record<string, unknown>,
): Promise<
  { id: string; payload: Record<string, unknown>; priority: number; headers: Record<string, unknown> }[]
> {
  const { rows } = await db.query(
    `select id::text, payload, priority, headers from queue.jobs where type = $1 and payload @> $2 order by id`,
    [type, JSON.stringify(about)],
  );
  return rows;
}

/** Ends all jobs of a type about something, as the queue does when they fail for good. */
export async function endJobs(
  db: pg.Pool,
  type: string,
  about: Record<string, unknown>,
  end: { status: 'failed' | 'cancelled' | 'done'; error?: string },
): Promise<void> {
  await db.query(
    `update queue.jobs set status = $3, last_error = $4, finished_at = now() where type = $1 and payload @> $2`,
    [type, JSON.stringify(about), end.status, end.error ?? null],
  );
}
