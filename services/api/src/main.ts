import { join } from 'node:path';
import { createReader } from '@tender/ocr';
import { createSpool, storeFromEnv } from '@tender/storage';
import { ConfigError, createRegistry, readConfig, runMain, untilAborted } from '@tender/telemetry';
import { createPool } from '@tender/tenders';
import { type Config, configSchema } from './config.ts';
import { createServer } from './create-server.ts';
import { closeWithin } from './http/closing.ts';
import { createPagePictures } from './pictures/page-pictures.ts';
import type { App } from './routes/route-context.ts';
import { openUploadSpool } from './upload/upload-spool.ts';

/** How long running requests may take to end after a signal, in ms; less than runMain waits. */
const STOP_WITHIN = 25_000;

/** Starts the service, serves until a signal comes, and ends what is running before it closes what it opened. */
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
        max: config.DATABASE_POOL,
        applicationName: 'tender-api',
      }),
      (each) => each.end(),
    );
    const uploads = opened.adopt(await openUploadSpool(config.SPOOL_DIR), (each) => each.close());
    const reader = opened.adopt(createReader({}), (each) => each.close());
    const copies = opened.adopt(
      createSpool({ store, dir: join(config.SPOOL_DIR, 'documents'), maxBytes: config.SPOOL_MAX_BYTES }),
      (each) => each.close(),
    );
    const app = await createServer({
      pool,
      store,
      spool: uploads,
      pictures: createPagePictures({
        spool: copies,
        reader,
        cacheBytes: 64 * 1_048_576,
        concurrency: 1,
        maxWaiting: 100,
        timeout: 30_000,
      }),
      limits: {
        maxFiles: config.MAX_FILES,
        maxFileBytes: config.MAX_FILE_BYTES,
        maxUploadBytes: config.MAX_UPLOAD_BYTES,
        idleTimeout: config.UPLOAD_IDLE_SECONDS * 1_000,
      },
      rateLimits: { perKey: config.RATE_LIMIT, failuresPerAddress: config.RATE_LIMIT_FAILURES },
      registry: createRegistry(),
      log,
      webDir: config.WEB_DIR,
      ...(config.TRUST_PROXY === undefined ? {} : { trustProxy: config.TRUST_PROXY }),
    });
    const url = await listen(app, config);
    log.info({ url }, 'listening');
    await untilAborted(signal);
    await closeWithin(app, STOP_WITHIN);
  },
  { service: 'api' },
);

async function listen(app: App, { HOST: host, PORT: port }: Config): Promise<string> {
  try {
    return await app.listen({ host, port });
  } catch (error) {
    const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
    throw taken
      ? new ConfigError(`PORT is wrong: port ${port} of ${host} is in use by another program`)
      : error;
  }
}
