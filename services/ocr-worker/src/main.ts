import { createReader } from '@tender/ocr';
import { createWorker } from '@tender/queue';
import { createSpool, storeFromEnv } from '@tender/storage';
import { createRegistry, readConfig, runMain, startOpsServer, untilAborted } from '@tender/telemetry';
import { createPool, logWorkerEvent } from '@tender/tenders';
import { configSchema } from './config.ts';
import { inspectHandler } from './inspect-handler.ts';
import { pagesHandler } from './pages-handler.ts';
import { createReaders } from './readers.ts';

/** Starts the worker, works until a signal comes; then what it reads is released, uncharged, for others. */
await runMain(
  async ({ signal, log }) => {
    const config = readConfig(configSchema, process.env);
    log.level = config.LOG_LEVEL;
    await using opened = new AsyncDisposableStack();
    const store = opened.adopt(storeFromEnv(process.env), (each) => each.close());
    const pool = opened.adopt(
      createPool({
        connectionString: config.DATABASE_URL,
        role: config.DATABASE_ROLE,
        max: config.OCR_CONCURRENCY + 4,
        applicationName: 'tender-ocr-worker',
      }),
      (each) => each.end(),
    );
    const spool = opened.adopt(
      createSpool({ store, dir: config.SPOOL_DIR, maxBytes: config.SPOOL_MAX_BYTES }),
      (each) => each.close(),
    );
    const readers = opened.adopt(
      createReaders(config.OCR_CONCURRENCY, () => createReader()),
      (each) => each.close(),
    );
    const worker = createWorker({
      pool,
      connectionString: config.DATABASE_URL,
      service: 'ocr-worker',
      concurrency: config.OCR_CONCURRENCY,
      lease: config.QUEUE_LEASE,
      heartbeat: config.QUEUE_HEARTBEAT,
      drainTimeout: 0,
      handlers: [inspectHandler({ pool, spool, readers }), pagesHandler({ pool, spool, readers, log })],
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
  { service: 'ocr-worker' },
);
