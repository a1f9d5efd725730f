import type pg from 'pg';
import type { JobDefinition } from './define-job.ts';
import { toMs } from './duration.ts';
import { PermanentError, QueueOptionError } from './errors.ts';
import type { Job } from './job.ts';
import type { JobContext } from './job-context.ts';

/** A job type with the function that does it. Made by `handle`. */
export interface Handler {
  readonly type: string;
  readonly timeoutMs: number;
  run(job: Job, context: JobContext): Promise<unknown>;
}

/**
 * Ties a handler to a definition. The payload is parsed again before it runs: a job may have been enqueued by an older
 * version. The handler may run more than once for one job: give unique keys to all it creates.
 */
export function handle<Payload>(
  job: JobDefinition<Payload>,
  run: (job: Job<Payload>, context: JobContext) => Promise<unknown>,
): Handler {
  return {
    type: job.type,
    timeoutMs: job.timeoutMs,
    async run(claimed, context) {
      const parsed = await job.payload['~standard'].validate(claimed.payload);
      if (parsed.issues !== undefined) {
        throw new PermanentError(
          `the payload is not of the shape this worker knows: ${parsed.issues.map((issue) => issue.message).join('; ')}`,
        );
      }
      return await run({ ...claimed, payload: parsed.value }, context);
    },
  };
}

/** What happened, for logs and metrics. */
export type WorkerEvent =
  | {
      event: 'job_claimed' | 'job_done' | 'job_released' | 'job_snoozed' | 'lease_lost';
      job: Job;
      durationMs?: number;
    }
  | { event: 'job_retry' | 'job_failed'; job: Job; error: string; durationMs: number }
  | { event: 'worker_dead'; workerId: string }
  | { event: 'jobs_reclaimed'; jobs: { id: string; type: string; status: string; workerId: string | null }[] }
  | { event: 'trouble'; what: string; error: string };

export interface WorkerOptions {
  /** For claims and transactions: at least `concurrency` + 2 connections. */
  pool: pg.Pool;
  /** For the lease keeper and LISTEN, which need sessions of their own. */
  connectionString: string;
  handlers: readonly Handler[];
  /** Jobs at once. Default 1. */
  concurrency?: number;
  /** Shown in the liveness view. */
  service?: string;
  /** Default '60s'; at least three heartbeats. */
  lease?: string | number;
  /** Default '10s'. */
  heartbeat?: string | number;
  /** How long `stop` lets running jobs end by themselves before it aborts and releases them. Default '10s'. */
  drainTimeout?: string | number;
  onEvent?: (event: WorkerEvent) => void;
}

export interface CheckedWorkerOptions
  extends Required<
    Pick<WorkerOptions, 'pool' | 'connectionString' | 'handlers' | 'concurrency' | 'service'>
  > {
  leaseMs: number;
  heartbeatMs: number;
  drainMs: number;
  onEvent: (event: WorkerEvent) => void;
}

/** @throws QueueOptionError */
export function checkWorkerOptions(options: WorkerOptions): CheckedWorkerOptions {
  const leaseMs = toMs(options.lease ?? '60s', 'lease');
  const heartbeatMs = toMs(options.heartbeat ?? '10s', 'heartbeat');
  const concurrency = options.concurrency ?? 1;
  if (leaseMs < 3 * heartbeatMs || heartbeatMs < 10) {
    throw new QueueOptionError(
      `lease (${leaseMs} ms) should be at least three heartbeats (${heartbeatMs} ms).`,
    );
  }
  if (!Number.isInteger(concurrency) || concurrency < 1 || concurrency > 10_000) {
    throw new QueueOptionError(`concurrency should be a whole number from 1 to 10,000, not ${concurrency}.`);
  }
  if (options.handlers.length === 0) throw new QueueOptionError('A worker needs at least one handler.');
  const types = options.handlers.map((handler) => handler.type);
  const twice = types.find((type, index) => types.indexOf(type) !== index);
  if (twice !== undefined) throw new QueueOptionError(`Two handlers for ${twice}.`);
  return {
    pool: options.pool,
    connectionString: options.connectionString,
    handlers: options.handlers,
    concurrency,
    service: options.service ?? 'worker',
    leaseMs,
    heartbeatMs,
    drainMs: toMs(options.drainTimeout ?? '10s', 'drainTimeout'),
    onEvent: options.onEvent ?? (() => {}),
  };
}
