import type { JobDefinition } from './define-job.ts';
import { encodePayload } from './encode-payload.ts';
import { QueueOptionError } from './errors.ts';

/** Anything that runs a statement: a `pg` client, best one inside the transaction of the work the job follows from. */
export interface Queryable {
  query(text: string, values?: unknown[]): Promise<{ rows: unknown[]; rowCount: number | null }>;
}

export interface EnqueueOptions {
  tenantId?: string | null;
  /** −32,768 … 32,767; higher runs first. */
  priority?: number;
  /** Not before this moment. */
  runAfter?: Date;
  /** At most one queued or running job of the type has this key; a further one is not inserted. */
  dedupeKey?: string;
  /** Trace context, request id. */
  headers?: Record<string, unknown>;
  /** Of a group's child: set by enqueueGroup. */
  groupId?: string;
}

export interface Enqueued {
  id: string;
  /** True: a live job had the dedupe key already, and `id` is that one's. */
  deduplicated: boolean;
}

export interface JobItem<Payload> {
  payload: Payload;
  options?: EnqueueOptions;
}

const INSERT = `
with given as (
  select * from unnest($2::bigint[], $3::text[], $4::smallint[], $5::timestamptz[], $6::text[], $7::text[], $8::bigint[])
    with ordinality as g(tenant_id, payload, priority, run_after, dedupe_key, headers, group_id, n)
), inserted as (
  insert into queue.jobs (type, tenant_id, payload, priority, run_after, dedupe_key, headers, group_id, max_attempts)
  select $1, tenant_id, payload::jsonb, priority, coalesce(run_after, now()), dedupe_key, headers::jsonb, group_id, $9
  from given order by n
  on conflict (type, dedupe_key) where dedupe_key is not null and status in ('queued', 'running') do nothing
  returning id, dedupe_key
), woken as (
  -- A notification costs every committer a lock: sent only when a worker waits for one.
  select pg_notify('queue_wake', $1) where exists (
    select from queue.workers
    where idle and died_at is null and stopped_at is null and $1 = any (types) and heartbeat_at > now() - interval '1 minute')
)
select id::text, dedupe_key, (select count(*) from woken) as woken from inserted order by inserted.id`;

/**
 * Inserts one job on the caller's connection: in an open transaction the job exists exactly if that commits.
 * Does not guarantee that the handler runs once, nor when.
 * @throws PayloadError, QueueOptionError
 */
export async function enqueue<Payload>(
  tx: Queryable,
  job: JobDefinition<Payload>,
  payload: Payload,
  options: EnqueueOptions = {},
): Promise<Enqueued> {
  const [made] = await enqueueMany(tx, job, [{ payload, options }]);
  if (made === undefined) throw new Error(`The ${job.type} job was not stored.`);
  return made;
}

/** Inserts many jobs of one type in one statement; the answer is in the order given. @throws PayloadError, QueueOptionError */
export async function enqueueMany<Payload>(
  tx: Queryable,
  job: JobDefinition<Payload>,
  items: readonly JobItem<Payload>[],
): Promise<Enqueued[]> {
  if (items.length === 0) return [];
  const payloads = await Promise.all(items.map((item) => encodePayload(job, item.payload)));
  const keys = items.map((item) => item.options?.dedupeKey ?? null);
  const { rows } = await tx.query(INSERT, [
    job.type,
    items.map((item) => item.options?.tenantId ?? null),
    payloads,
    items.map((item) => checkedPriority(item.options?.priority ?? 0)),
    items.map((item) => item.options?.runAfter ?? null),
    keys,
    items.map((item) => JSON.stringify(item.options?.headers ?? {})),
    items.map((item) => item.options?.groupId ?? null),
    job.maxAttempts,
  ]);
  const inserted = rows as { id: string; dedupe_key: string | null }[];
  if (keys.every((key) => key === null)) return inserted.map(({ id }) => ({ id, deduplicated: false }));
  return await matchKeys(tx, job.type, keys, inserted);
}

/** With dedupe keys some rows were left out: the answer names the live job that stands in for them. */
async function matchKeys(
  tx: Queryable,
  type: string,
  keys: (string | null)[],
  inserted: { id: string; dedupe_key: string | null }[],
): Promise<Enqueued[]> {
  const keyless = inserted.filter((row) => row.dedupe_key === null).map((row) => row.id);
  const fresh = new Map(
    inserted.flatMap((row) => (row.dedupe_key === null ? [] : [[row.dedupe_key, row.id] as const])),
  );
  const { rows } = await tx.query(
    `select distinct on (dedupe_key) id::text, dedupe_key from queue.jobs
     where type = $1 and dedupe_key = any ($2) order by dedupe_key, id desc`,
    [type, keys.filter((key) => key !== null && !fresh.has(key))],
  );
  const standing = new Map(
    (rows as { id: string; dedupe_key: string }[]).map((row) => [row.dedupe_key, row.id]),
  );
  return keys.map((key) => {
    if (key === null) return { id: keyless.shift() ?? '', deduplicated: false };
    const id = fresh.get(key);
    if (id === undefined) return { id: standing.get(key) ?? '', deduplicated: true };
    standing.set(key, id);
    fresh.delete(key);
    return { id, deduplicated: false };
  });
}

function checkedPriority(priority: number): number {
  if (!Number.isInteger(priority) || priority < -32_768 || priority > 32_767) {
    throw new QueueOptionError(`A priority is a whole number from -32768 to 32767, not ${priority}.`);
  }
  return priority;
}
