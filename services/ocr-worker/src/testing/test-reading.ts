import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Inspection, PageResult, Reader } from '@tender/ocr';
import { createWorker, type Worker, type WorkerEvent } from '@tender/queue';
import { createFolderStore, createSpool, type ObjectStore } from '@tender/storage';
import {
  createPool,
  createTender,
  documentKey,
  ensureTenant,
  type KillPoint,
  migrate,
  withTenant,
} from '@tender/tenders';
import pg from 'pg';
import { vi } from 'vitest';
import { inspectHandler } from '../inspect-handler.ts';
import { pagesHandler } from '../pages-handler.ts';
import { createReaders } from '../readers.ts';

/** The handlers on a real queue and a folder store, with a reader that does as it is told. */
export interface TestReading {
  /** As the database's owner. */
  db: pg.Pool;
  store: ObjectStore;
  tenantId: string;
  /** What the next inspections and pages give; a test replaces them. */
  reader: Pick<Reader, 'inspect' | 'readPage'>;
  events: WorkerEvent[];
  /** Stores a document of these bytes and its tender. @returns ids */
  upload(text: string, options?: { stored?: string | null }): Promise<{ tenderId: string; id: string }>;
  startWorker(killPoint?: KillPoint): Promise<Worker>;
  /** Waits until `look` gives what is expected of it by not throwing. */
  eventually(look: () => Promise<void>): Promise<void>;
  document(id: string): Promise<Record<string, unknown>>;
  pages(id: string): Promise<string[]>;
  close(): Promise<void>;
}

export async function startTestReading(): Promise<TestReading> {
  const cluster = process.env['TEST_DATABASE_URL'];
  if (cluster === undefined) throw new Error('TEST_DATABASE_URL is not set');
  const dir = await mkdtemp(join(tmpdir(), 'tender-ocr-worker-'));
  const address = new URL(cluster);
  address.pathname = `/ocr_worker_${process.pid}_${Math.random().toString(36).slice(2)}`;
  const admin = new pg.Client({ connectionString: cluster });
  await admin.connect();
  await admin.query(`create database ${address.pathname.slice(1)}`);
  await admin.end();
  const connectionString = address.href;
  await migrate({ connectionString });
  const db = new pg.Pool({ connectionString, max: 2 });
  const pool = createPool({ connectionString, role: 'tender_worker', applicationName: 'ocr-worker-test' });
  const tenantId = await ensureTenant(db, 'a');
  const store = createFolderStore({ dir: join(dir, 'objects') });
  const spool = createSpool({ store, dir: join(dir, 'spool'), maxBytes: 1_048_576 });
  const workers: Worker[] = [];

  const reading: TestReading = {
    db,
    store,
    tenantId,
    events: [],
    reader: { inspect: async () => inspectionOf(1), readPage: async (_file, page) => pageOf(page) },

    async upload(text, { stored = text } = {}) {
      const sha256 = createHash('sha256').update(text).digest('hex');
      if (stored !== null) {
        const body = Buffer.from(stored);
        await store.put(documentKey(tenantId, sha256), body, {
          contentLength: body.length,
          sha256: createHash('sha256').update(body).digest('hex'),
        });
      }
      const made = await withTenant(pool, tenantId, (tx) =>
        createTender(tx, { tenantId, files: [{ filename: 'a.pdf', sha256, bytes: text.length }] }),
      );
      return { tenderId: made.tenderId, id: made.documents[0]?.id ?? '' };
    },

    async startWorker(killPoint = () => {}) {
      const told: Reader = {
        inspect: (...args) => reading.reader.inspect(...args),
        readPage: (...args) => reading.reader.readPage(...args),
        renderPage: async () => Buffer.from(''),
        close: async () => {},
      };
      const log = { info: () => {}, warn: () => {} };
      const options = { pool, spool, readers: createReaders(1, () => told), log, killPoint };
      const worker = createWorker({
        pool,
        connectionString,
        handlers: [inspectHandler(options), pagesHandler({ ...options, countPage: () => {} })],
        drainTimeout: 0,
        onEvent: (event) => void reading.events.push(event),
      });
      workers.push(worker);
      await worker.start();
      return worker;
    },

    async eventually(look) {
      await vi.waitFor(look, { timeout: 40_000, interval: 50 });
    },

    async document(id) {
      const { rows } = await db.query(
        `select status, error_code, error_message, page_count, language from tender.documents where id = $1`,
        [id],
      );
      return rows[0] ?? {};
    },

    async pages(id) {
      const { rows } = await db.query<{ page: string }>(
        `select concat_ws(' ', status, reason, text) as page from tender.pages where document_id = $1 order by page_no`,
        [id],
      );
      return rows.map((row) => row.page);
    },

    async close() {
      await Promise.all(workers.map((worker) => worker.stop()));
      await spool.close();
      await pool.end();
      await db.end();
      await rm(dir, { recursive: true, force: true });
    },
  };
  return reading;
}

/** So many pages to be recognised. */
export function inspectionOf(pages: number): Inspection {
  return {
    pageCount: pages,
    language: 'deu',
    warnings: [],
    pages: Array.from({ length: pages }, (_, index) => ({
      page: index + 1,
      width: 595,
      height: 842,
      rotate: 0,
      source: 'ocr',
      reason: 'no_text',
    })),
  };
}

export function pageOf(page: number, change: Partial<PageResult> = {}): PageResult {
  return {
    page,
    status: 'done',
    source: 'ocr',
    reason: null,
    message: null,
    width: 595,
    height: 842,
    rotate: 0,
    confidence: 1,
    text: `page ${page}`,
    words: [],
    warnings: [],
    durationMs: 1,
    ...change,
  };
}
