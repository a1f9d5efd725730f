import { createReader } from '@tender/ocr';
import { createSpool, storeFromEnv } from '@tender/storage';
import { createRegistry, readConfig, runMain } from '@tender/telemetry';
import { createKillPoint, createWorkerPool, runWorker } from '@tender/tenders';
import { configSchema } from './config.ts';
import { inspectHandler } from './inspect-handler.ts';
import { createPageMetrics } from './page-metrics.ts';
import { pagesHandler } from './pages-handler.ts';
import { createReaders } from './readers.ts';

const SERVICE = 'ocr-worker';

/** Reads documents until a signal comes; what it reads then is released at once, uncharged, for others. */
await runMain(
  async ({ signal, log }) => {
    const config = readConfig(configSchema, process.env);
    log.level = config.LOG_LEVEL;
    const concurrency = config.OCR_CONCURRENCY;
    const killPoint = createKillPoint(process.env);
    const registry = createRegistry();
    await using opened = new AsyncDisposableStack();
    const store = opened.adopt(storeFromEnv(process.env), (each) => each.close());
    const pool = opened.adopt(createWorkerPool(config, SERVICE, concurrency), (each) => each.end());
    const spool = opened.adopt(
      createSpool({ store, dir: config.SPOOL_DIR, maxBytes: config.SPOOL_MAX_BYTES }),
      (each) => each.close(),
    );
    const readers = opened.adopt(
      createReaders(concurrency, () => createReader()),
      (each) => each.close(),
    );
    const reading = { pool, spool, readers, log, killPoint };
    await runWorker({
      service: SERVICE,
      config,
      pool,
      concurrency,
      handlers: [
        inspectHandler(reading),
        pagesHandler({ ...reading, countPage: createPageMetrics(registry) }),
      ],
      // A page takes seconds, and what is finished is kept: waiting gains little, and a deploy waits for it.
      drainTimeout: 0,
      registry,
      log,
      signal,
    });
  },
  { service: SERVICE },
);
