import { readConfig, runMain } from '@tender/telemetry';
import { runWorkerService } from '@tender/tenders';
import { configSchema } from './config.ts';
import { extractHandlers } from './handlers.ts';

await runMain(
  async ({ signal, log }) => {
    const config = readConfig(configSchema, process.env);
    await runWorkerService({
      service: 'extract-worker',
      config,
      concurrency: config.EXTRACT_CONCURRENCY,
      drainTimeout: '5s',
      signal,
      log,
      handlers: (pool) => extractHandlers({ pool }),
    });
  },
  { service: 'extract-worker' },
);
