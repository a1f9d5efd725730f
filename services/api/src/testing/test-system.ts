import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createFolderStore, type ObjectStore } from '@tender/storage';
import { createLogger, createRegistry } from '@tender/telemetry';
import { createApiKey, createPool, ensureTenant, migrate } from '@tender/tenders';
import pg from 'pg';
import type { z } from 'zod';
import { createServer, type ServerOptions } from '../create-server.ts';
import type { App } from '../routes/route-context.ts';
import { openUploadSpool } from '../upload/upload-spool.ts';

/** A server on a port of its own, with a database, a folder store and two tenants, for the tests of one file. The database goes with the cluster. */
export interface TestSystem {
  url: string;
  app: App;
  /** The database as its owner, who sees all tenants. */
  db: pg.Pool;
  /** The database as the service has it. */
  apiPool: pg.Pool;
  store: ObjectStore;
  keys: { a: string; b: string; operator: string };
  tenants: { a: string; b: string };
  get(path: string, key?: string, headers?: Record<string, string>): Promise<Response>;
  send(
    method: string,
    path: string,
    options?: { key?: string; body?: FormData | string; headers?: Record<string, string> },
  ): Promise<Response>;
  /** What is stored: rows, jobs, objects, files on the spool. */
  stored(): Promise<{ tenders: number; documents: number; jobs: number; objects: number; spooled: number }>;
  close(): Promise<void>;
}

const MIB = 1_048_576;

export interface TestOptions extends Partial<ServerOptions> {
  /** Puts something between the server and its store. */
  wrapStore?: (store: ObjectStore) => ObjectStore;
}

export async function startTestSystem({ wrapStore, ...overrides }: TestOptions = {}): Promise<TestSystem> {
  const cluster = process.env['TEST_DATABASE_URL'];
  if (cluster === undefined) throw new Error('TEST_DATABASE_URL is not set');
  const dir = await mkdtemp(join(tmpdir(), 'tender-api-test-'));
  const database = `api_test_${process.pid}_${Math.random().toString(36).slice(2)}`;
  const admin = new pg.Client({ connectionString: cluster });
  await admin.connect();
  await admin.query(`create database ${database}`);
  await admin.end();
  const address = new URL(cluster);
  address.pathname = `/${database}`;
  const connectionString = address.href;
  await migrate({ connectionString });

  const db = new pg.Pool({ connectionString, max: 4 });
  const apiPool = createPool({ connectionString, role: 'tender_api', applicationName: 'api-test', max: 6 });
  const tenants = { a: await ensureTenant(db, 'a'), b: await ensureTenant(db, 'b') };
  const keys = {
    a: await createApiKey(db, { tenantId: tenants.a, name: 'a' }),
    b: await createApiKey(db, { tenantId: tenants.b, name: 'b' }),
    operator: await createApiKey(db, { tenantId: null, name: 'operator' }),
  };
  const store = createFolderStore({ dir: join(dir, 'objects') });
  const spool = await openUploadSpool(join(dir, 'spool'));
  const app = await createServer({
    pool: apiPool,
    store: wrapStore?.(store) ?? store,
    spool,
    pictures: { render: async () => Buffer.from('no picture') },
    limits: { maxFiles: 3, maxFileBytes: MIB, maxUploadBytes: 2 * MIB, idleTimeout: 30_000 },
    rateLimits: { perKey: 100_000, failuresPerAddress: 100_000 },
    registry: createRegistry(),
    log: createLogger({ service: 'api-test', level: 'silent' }),
    webDir: join(dir, 'no-web'),
    ...overrides,
  });
  const url = await app.listen({ host: '127.0.0.1', port: 0 });

  const send: TestSystem['send'] = (method, path, options = {}) =>
    fetch(new URL(path, url), {
      method,
      headers: {
        ...(options.key === undefined ? {} : { authorization: `Bearer ${options.key}` }),
        ...options.headers,
      },
      body: options.body ?? null,
      signal: AbortSignal.timeout(60_000),
    });

  return {
    url,
    app,
    db,
    apiPool,
    store,
    keys,
    tenants,
    send,
    get: (path, key, headers) =>
      send('GET', path, {
        ...(key === undefined ? {} : { key }),
        ...(headers === undefined ? {} : { headers }),
      }),
    async stored() {
      const { rows } = await db.query<{ tenders: number; documents: number; jobs: number }>(
        `select (select count(*)::int from tender.tenders) as tenders,
                (select count(*)::int from tender.documents) as documents,
                (select count(*)::int from queue.jobs) as jobs`,
      );
      let objects = 0;
      for await (const _ of store.list('')) objects += 1;
      const spooled = await readdir(join(dir, 'spool'), { recursive: true, withFileTypes: true });
      return {
        ...(rows[0] ?? { tenders: -1, documents: -1, jobs: -1 }),
        objects,
        spooled: spooled.filter((entry) => entry.isFile()).length,
      };
    },
    async close() {
      await app.close();
      await spool.close();
      await store.close();
      await apiPool.end();
      await db.end();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** An answer's body, which must be what the schema says, and nothing that it doesn't. */
export async function read<S extends z.ZodType>(schema: S, response: Response): Promise<z.output<S>> {
  return schema.parse(await response.json());
}
