import { createReader } from '@tender/ocr';
import { createSpool, storeFromEnv } from '@tender/storage';
import { readConfig, runMain } from '@tender/telemetry';
import { runWorkerService } from '@tender/tenders';
import { configSchema } from './config.ts';
import { inspectHandler } from './inspect-handler.ts';
import { pagesHandler } from './pages-handler.ts';
import { createReaders } from './readers.ts';

await runMain(
  async ({ signal, log }) => {
    const config = readConfig(configSchema, process.env);
    await using store = closing(storeFromEnv(process.env));
    await using spool = closing(
      createSpool({ store: store.value, dir: config.SPOOL_DIR, maxBytes: config.SPOOL_MAX_BYTES }),
    );
    await using readers = closing(createReaders(config.OCR_CONCURRENCY, () => createReader()));
    await runWorkerService({
      service: 'ocr-worker',
      config,
      concurrency: config.OCR_CONCURRENCY,
      drainTimeout: '0ms',
      signal,
      log,
      handlers: (pool) => [
        inspectHandler({ pool, spool: spool.value, readers: readers.value }),
        pagesHandler({ pool, spool: spool.value, readers: readers.value, log }),
      ],
    });
  },
  { service: 'ocr-worker' },
);

function closing<T extends { close(): Promise<void> }>(value: T): AsyncDisposable & { value: T } {
  return { value, [Symbol.asyncDispose]: () => value.close() };
}
