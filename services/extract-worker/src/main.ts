import { createWorker } from '@tender/queue';
import { createRegistry, readConfig, runMain, startOpsServer, untilAborted } from '@tender/telemetry';
import { createPool, logWorkerEvent } from '@tender/tenders';
import { configSchema } from './config.ts';
import { extractHandlers } from './handlers.ts';

/** Starts the worker, works until a signal comes; then what it does is released, uncharged, for others. */
await runMain(
  async ({ signal, log }) => {
    const config = readConfig(configSchema, process.env);
    log.level = config.LOG_LEVEL;
    await using opened = new AsyncDisposableStack();
    const pool = opened.adopt(
      createPool({
        connectionString: config.DATABASE_URL,
        role: config.DATABASE_ROLE,
        max: config.EXTRACT_CONCURRENCY + 4,
        applicationName: 'tender-extract-worker',
      }),
      (each) => each.end(),
    );
    const worker = createWorker({
      pool,
      connectionString: config.DATABASE_URL,
      service: 'extract-worker',
      concurrency: config.EXTRACT_CONCURRENCY,
      lease: config.QUEUE_LEASE,
      heartbeat: config.QUEUE_HEARTBEAT,
      drainTimeout: '5s',
      handlers: extractHandlers({ pool }),
      onEvent: (event) => logWorkerEvent(log, event),
    });
    opened.defer(() => worker.stop());
    await worker.start();
    if (config.OPS_PORT !== undefined) {
      const ops = await startOpsServer({
        port: config.OPS_PORT,
        registry: createRegistry(),
        checks: { database: async () => void (await pool.query('select 1')) },
      });
      opened.defer(() => ops.close());
    }
    log.info({ worker: worker.id }, 'working');
    await untilAborted(signal);
  },
  { service: 'extract-worker' },
);
