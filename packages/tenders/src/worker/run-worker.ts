import { createWorker, type Handler } from '@tender/queue';
import { type Logger, type Registry, startOpsServer, untilAborted } from '@tender/telemetry';
import type pg from 'pg';
import { asRole, createPool } from '../connect.ts';
import { logWorkerEvent } from './log-worker-event.ts';
import type { WorkerConfig } from './worker-config.ts';
import { createWorkerMetrics } from './worker-metrics.ts';

/** A pool for a worker that runs this many jobs at once, acting as the service's role. The caller ends it. */
export function createWorkerPool(config: WorkerConfig, service: string, concurrency: number): pg.Pool {
  return createPool({
    connectionString: config.DATABASE_URL,
    role: config.DATABASE_ROLE,
    // One for each job, and for the claims, the ends of jobs and the maintenance beside them.
    max: concurrency + 4,
    applicationName: `tender-${service}`,
  });
}

/**
 * Works until `signal` is aborted; then it claims nothing more, gives running jobs `drainTimeout` to end, and releases the
 * rest, uncharged, for others. It owns none of what it was given. Logs `working` once it claims.
 * @throws when the database can't be reached at the start, or the ops port can't be had
 */
export async function runWorker(options: {
  service: string;
  config: WorkerConfig;
  pool: pg.Pool;
  handlers: readonly Handler[];
  concurrency: number;
  /** Such as '5s'. */
  drainTimeout: string | number;
  registry: Registry;
  log: Logger;
  signal: AbortSignal;
}): Promise<void> {
  const { config, pool, registry, log } = options;
  await using opened = new AsyncDisposableStack();
  const count = createWorkerMetrics(registry);
  const worker = createWorker({
    pool,
    connectionString: asRole(config.DATABASE_URL, config.DATABASE_ROLE),
    service: options.service,
    concurrency: options.concurrency,
    lease: config.QUEUE_LEASE,
    heartbeat: config.QUEUE_HEARTBEAT,
    drainTimeout: options.drainTimeout,
    handlers: options.handlers,
    onEvent(event) {
      count(event);
      logWorkerEvent(log, event);
    },
  });
  opened.defer(() => worker.stop());
  await worker.start();
  if (config.OPS_PORT !== undefined) {
    const ops = await startOpsServer({
      port: config.OPS_PORT,
      registry,
      checks: { database: () => pool.query('select 1') },
    });
    opened.defer(() => ops.close());
    log.info({ port: ops.port }, 'ops server listening');
  }
  log.info({ worker: worker.id, concurrency: options.concurrency }, 'working');
  await untilAborted(options.signal);
}
