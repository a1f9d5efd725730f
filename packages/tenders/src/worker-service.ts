import { createWorker, type Handler } from '@tender/queue';
import { createRegistry, type Logger, logLevelSchema, startOpsServer, untilAborted } from '@tender/telemetry';
import type pg from 'pg';
import { z } from 'zod';
import { createPool } from './connect.ts';
import { logWorkerEvent } from './log-worker-event.ts';

const duration = z.string().regex(/^\d+(ms|s|m|h)$/, 'it should be a duration like 60s or 5m');

/** The variables that every worker service has. */
export const workerVariables = z.object({
  DATABASE_URL: z.url({
    protocol: /^postgres(ql)?$/,
    error: 'it should be the URL of the database, like postgres://user:password@host:5432/tender',
  }),
  /** The role each connection acts under; empty when the URL's user is that role itself. */
  DATABASE_ROLE: z.enum(['tender_worker', '']).default('tender_worker'),
  /** Of /healthz, /readyz and /metrics; none when unset. */
  OPS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  QUEUE_LEASE: duration.default('60s'),
  QUEUE_HEARTBEAT: duration.default('10s'),
  LOG_LEVEL: logLevelSchema.default('info'),
});

/**
 * Works until `signal` aborts; what runs then is released, uncharged, for others. Everything it opened is closed when
 * it returns, in order.
 */
export async function runWorkerService(options: {
  service: string;
  config: z.output<typeof workerVariables>;
  /** Jobs at once. */
  concurrency: number;
  /** How long running jobs may take to end by themselves after the signal. */
  drainTimeout: string;
  signal: AbortSignal;
  log: Logger;
  handlers: (pool: pg.Pool) => Handler[];
}): Promise<void> {
  const { service, config, concurrency, signal, log } = options;
  log.level = config.LOG_LEVEL;
  await using opened = new AsyncDisposableStack();
  const pool = opened.adopt(
    createPool({
      connectionString: config.DATABASE_URL,
      role: config.DATABASE_ROLE,
      max: concurrency + 4,
      applicationName: `tender-${service}`,
    }),
    (each) => each.end(),
  );
  const worker = createWorker({
    pool,
    connectionString: config.DATABASE_URL,
    service,
    concurrency,
    lease: config.QUEUE_LEASE,
    heartbeat: config.QUEUE_HEARTBEAT,
    drainTimeout: options.drainTimeout,
    handlers: options.handlers(pool),
    onEvent: (event) => logWorkerEvent(log, event),
  });
  opened.defer(() => worker.stop());
  await worker.start();
  if (config.OPS_PORT !== undefined) {
    const ops = await startOpsServer({
      port: config.OPS_PORT,
      // In a container the probe comes from outside the loopback.
      host: '0.0.0.0',
      registry: createRegistry(),
      checks: { database: async () => void (await pool.query('select 1')) },
    });
    opened.defer(() => ops.close());
  }
  log.info({ worker: worker.id }, 'working');
  await untilAborted(signal);
}
