import { extractTender } from '@tender/extraction';
import { createRegistry, readConfig, runMain } from '@tender/telemetry';
import { createKillPoint, createWorkerPool, runWorker } from '@tender/tenders';
import { configSchema } from './config.ts';
import { extractHandler } from './extract-handler.ts';
import { modelOf } from './model.ts';
import { settleHandlers } from './settle-handlers.ts';

const SERVICE = 'extract-worker';

/** Settles documents and reads fields until a signal comes; what takes longer than 5 s then is released, uncharged. */
await runMain(
  async ({ signal, log }) => {
    const config = readConfig(configSchema, process.env);
    log.level = config.LOG_LEVEL;
    const concurrency = config.EXTRACT_CONCURRENCY;
    const model = modelOf(config);
    await using opened = new AsyncDisposableStack();
    const pool = opened.adopt(createWorkerPool(config, SERVICE, concurrency), (each) => each.end());
    log.info({ model: model?.model ?? null }, model === null ? 'rules alone' : 'rules and a model');
    await runWorker({
      service: SERVICE,
      config,
      pool,
      concurrency,
      handlers: [
        ...settleHandlers(),
        extractHandler({ pool, extract: extractTender, model, log, killPoint: createKillPoint(process.env) }),
      ],
      drainTimeout: '5s',
      registry: createRegistry(),
      log,
      signal,
    });
  },
  { service: SERVICE },
);
