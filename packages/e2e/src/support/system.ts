import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LocalSystem, type ServiceProcess, startSystem } from '@tender/infra-local';
import pg from 'pg';
import { type Client, createClient } from './client.ts';

/** The whole system for one test file, with a database of its own and a look into it as its owner. */
export interface TestSystem extends LocalSystem {
  readonly db: pg.Pool;
  readonly client: Client;
  byPid(pid: number): ServiceProcess;
}

export async function startTestSystem(options: {
  ocrWorkers: number;
  extractWorkers: number;
  lease?: { lease: string; heartbeat: string };
  env?: Record<string, string>;
}): Promise<TestSystem> {
  const server = process.env['TEST_DATABASE_URL'];
  if (server === undefined) throw new Error('TEST_DATABASE_URL is not set: run the tests through vitest');
  const name = `e2e_${randomUUID().replaceAll('-', '')}`;
  const admin = new pg.Pool({ connectionString: server, max: 1 });
  await admin.query(`create database ${name}`);
  const databaseUrl = new URL(server);
  databaseUrl.pathname = `/${name}`;
  const dataDir = await mkdtemp(join(tmpdir(), 'tender-e2e-'));
  const system = await startSystem({
    databaseUrl: databaseUrl.href,
    dataDir,
    ocrWorkers: options.ocrWorkers,
    extractWorkers: options.extractWorkers,
    env: {
      ...(options.lease && { QUEUE_LEASE: options.lease.lease, QUEUE_HEARTBEAT: options.lease.heartbeat }),
      ...options.env,
    },
  });
  const db = new pg.Pool({ connectionString: databaseUrl.href, max: 4 });
  db.on('error', () => {});
  return {
    ...system,
    db,
    client: createClient(system.url, system.apiKey),
    byPid(pid) {
      const found = system.processes.find((one) => one.pid === pid);
      if (found === undefined) throw new Error(`no process ${pid} of this system`);
      return found;
    },
    async stop() {
      await system.stop();
      await db.end();
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** When and by whom each finished page of a document was read. */
export async function pageReads(db: pg.Pool, documentId: string): Promise<Map<number, string>> {
  const { rows } = await db.query<{ page_no: number; read: string }>(
    `select page_no, worker_id || ' ' || read_at as read from tender.pages where document_id = $1 and status = 'done' order by page_no`,
    [documentId],
  );
  return new Map(rows.map((row) => [row.page_no, row.read]));
}
