import type { Queryable } from './enqueue.ts';

export type JobStatus = 'queued' | 'running' | 'done' | 'failed' | 'cancelled';

/** A job as an operator sees it. Times are Dates by the database's clock. */
export interface JobView {
  id: string;
  type: string;
  tenantId: string | null;
  payload: unknown;
  priority: number;
  status: JobStatus;
  attempts: number;
  maxAttempts: number;
  runAfter: Date;
  leasedUntil: Date | null;
  lastError: string | null;
  workerId: string | null;
  progress: unknown;
  headers: Record<string, unknown>;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
}

/** How one attempt that did not succeed ended. */
export interface AttemptView {
  attempt: number;
  workerId: string | null;
  reason: string;
  error: string | null;
  startedAt: Date | null;
  endedAt: Date;
}

const COLUMNS = `id::text, type, tenant_id::text as "tenantId", payload, priority, status, attempts,
  max_attempts as "maxAttempts", run_after as "runAfter", leased_until as "leasedUntil", last_error as "lastError",
  worker_id as "workerId", progress, headers, created_at as "createdAt", started_at as "startedAt", finished_at as "finishedAt"`;

export async function getJob(
  db: Queryable,
  id: string,
): Promise<(JobView & { history: AttemptView[] }) | null> {
  // The history first: a job is never shown as running beside an attempt that ended it.
  const attempts = await db.query(
    `select attempt, worker_id as "workerId", reason, error, started_at as "startedAt", ended_at as "endedAt"
     from queue.job_attempts where job_id = $1 order by id`,
    [id],
  );
  const { rows } = await db.query(`select ${COLUMNS} from queue.jobs where id = $1`, [id]);
  const job = (rows as JobView[])[0];
  if (job === undefined) return null;
  return { ...job, history: attempts.rows as AttemptView[] };
}

/** Newest first, at most `limit` (100); `before` is the last id of the page before. */
export async function listJobs(
  db: Queryable,
  filter: {
    type?: string;
    status?: JobStatus;
    tenantId?: string;
    error?: string;
    before?: string;
    limit?: number;
  } = {},
): Promise<JobView[]> {
  const { rows } = await db.query(
    `select ${COLUMNS} from queue.jobs
     where ($1::text is null or type = $1) and ($2::text is null or status = $2)
       and ($3::bigint is null or tenant_id = $3) and ($4::text is null or strpos(last_error, $4) > 0)
       and ($5::bigint is null or id < $5)
     order by id desc limit $6`,
    [
      filter.type ?? null,
      filter.status ?? null,
      filter.tenantId ?? null,
      filter.error ?? null,
      filter.before ?? null,
      Math.min(filter.limit ?? 100, 1_000),
    ],
  );
  return rows as JobView[];
}

/** One type's figures: counts by state (a queued job of the future is `scheduled`), and the article's signals. */
export interface TypeCounts {
  type: string;
  paused: boolean;
  /** Whether a living worker handles the type; false with jobs waiting means that nobody will run them. */
  hasWorker: boolean;
  queued: number;
  scheduled: number;
  running: number;
  done: number;
  failed: number;
  cancelled: number;
  oldestQueuedSeconds: number | null;
  failedLastHour: number;
  expiredLeases: number;
  attemptsPerCompleted: number | null;
  p50Seconds: number | null;
  p95Seconds: number | null;
}

export async function counts(db: Queryable): Promise<TypeCounts[]> {
  const { rows } = await db.query(
    `with per as (
       select type,
         count(*) filter (where status = 'queued' and run_after <= now())::int as queued,
         count(*) filter (where status = 'queued' and run_after > now())::int as scheduled,
         count(*) filter (where status = 'running')::int as running,
         count(*) filter (where status = 'done')::int as done,
         count(*) filter (where status = 'failed')::int as failed,
         count(*) filter (where status = 'cancelled')::int as cancelled
       from queue.jobs group by type
     ), handled as (
       select distinct unnest(types) as type from queue.workers where stopped_at is null and died_at is null
     )
     select type, exists (select from queue.paused_types p where p.type = t.type) as paused,
       exists (select from handled h where h.type = t.type) as "hasWorker",
       coalesce(per.queued, 0) as queued, coalesce(per.scheduled, 0) as scheduled, coalesce(per.running, 0) as running,
       coalesce(per.done, 0) as done, coalesce(per.failed, 0) as failed, coalesce(per.cancelled, 0) as cancelled,
       o.oldest_seconds::float8 as "oldestQueuedSeconds", coalesce(f.failed, 0)::int as "failedLastHour",
       coalesce(e.expired, 0)::int as "expiredLeases", a.attempts::float8 as "attemptsPerCompleted",
       d.p50_seconds as "p50Seconds", d.p95_seconds as "p95Seconds"
     from (select type from per union select type from handled union select type from queue.paused_types) t
     left join per using (type)
     left join queue.signal_oldest_queued o using (type)
     left join queue.signal_failed_last_hour f using (type)
     left join queue.signal_expired_leases e using (type)
     left join queue.signal_attempts_per_completed a using (type)
     left join queue.signal_duration d using (type)
     order by type`,
  );
  return rows as TypeCounts[];
}

/** One worker: `silent` has missed two heartbeats, `dead` was found without a session or silent for five minutes. */
export interface WorkerView {
  id: string;
  service: string;
  host: string;
  pid: number;
  types: string[];
  startedAt: Date;
  heartbeatAt: Date;
  /** Jobs it holds now. */
  running: number;
  state: 'alive' | 'silent' | 'dead' | 'stopped';
  /** Whether a crash is noticed by the session lock, within seconds, or by the lease alone. */
  crashDetection: 'session_lock' | 'lease_only';
}

export async function listWorkers(db: Queryable): Promise<WorkerView[]> {
  const { rows } = await db.query(
    `select id, service, host, pid, types, started_at as "startedAt", heartbeat_at as "heartbeatAt",
       (select count(*)::int from queue.jobs j where j.status = 'running' and j.worker_id = w.id) as running,
       case when stopped_at is not null then 'stopped' when died_at is not null then 'dead'
            when heartbeat_at < now() - interval '25 seconds' then 'silent' else 'alive' end as state,
       case when has_lock then 'session_lock' else 'lease_only' end as "crashDetection"
     from queue.workers w order by started_at, id`,
  );
  return rows as WorkerView[];
}
