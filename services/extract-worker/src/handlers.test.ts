import {
  type Extraction,
  type ExtractOptions,
  extractTender,
  ModelQuotaError,
  ModelUnavailableError,
} from '@tender/extraction';
import { createWorker, retryJob, type Worker } from '@tender/queue';
import {
  createPool,
  createTender,
  documentToRead,
  ensureTenant,
  getTender,
  migrate,
  recordInspection,
  settleDocument,
  storePage,
  withTenant,
} from '@tender/tenders';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { extractHandler } from './extract-handler.ts';
import { settleHandlers } from './settle-handlers.ts';

let connectionString: string;
let db: pg.Pool;
let pool: pg.Pool;
/** As the API sees it. */
let api: pg.Pool;
let tenantId: string;
let count = 0;
let worker: Worker | null = null;

beforeAll(async () => {
  const cluster = process.env['TEST_DATABASE_URL'];
  if (cluster === undefined) throw new Error('TEST_DATABASE_URL is not set');
  const address = new URL(cluster);
  address.pathname = `/extract_worker_${process.pid}_${Math.random().toString(36).slice(2)}`;
  const admin = new pg.Client({ connectionString: cluster });
  await admin.connect();
  await admin.query(`create database ${address.pathname.slice(1)}`);
  await admin.end();
  connectionString = address.href;
  await migrate({ connectionString });
  db = new pg.Pool({ connectionString, max: 2 });
  const applicationName = 'extract-worker-test';
  pool = createPool({ connectionString, role: 'tender_worker', applicationName });
  api = createPool({ connectionString, role: 'tender_api', applicationName, max: 2 });
  tenantId = await ensureTenant(db, 'a');
});
afterEach(async () => {
  await worker?.stop();
  worker = null;
});
afterAll(async () => {
  await pool.end();
  await api.end();
  await db.end();
});

const LINES = [
  'CONTRACT NOTICE',
  'Contracting authority: Harbour Town Council',
  'Title: Renewal of the swing bridge',
  'Reference: HTC-2026-17',
];

/** The page of these lines, as the reader gives it. */
const PAGE = {
  page: 1,
  width: 595,
  height: 842,
  rotate: 0,
  status: 'done',
  source: 'text_layer',
  reason: 'trusted',
  message: null,
  confidence: 1,
  text: LINES.join('\n'),
  words: LINES.flatMap((text, line) => {
    let right = 44;
    return text.split(' ').map((word) => {
      const left = right + 6;
      right = left + word.length * 6;
      const box: [number, number, number, number] = [left, 50 + line * 30, right, 62 + line * 30];
      return { text: word, box, confidence: 1, line };
    });
  }),
  warnings: [],
  durationMs: 1,
} as const;

/**
 * A tender of one document with that page. `read`: the page is stored and the document settled, so the extraction waits
 * to be done. Otherwise the page's job has crashed each time, and its settling waits.
 */
async function makeTender(read: boolean): Promise<{ tenderId: string; documentId: string }> {
  count += 1;
  const sha256 = count.toString(16).padStart(64, '0');
  const { tenderId, documents } = await withTenant(pool, tenantId, (tx) =>
    createTender(tx, { tenantId, files: [{ filename: 'a.pdf', sha256, bytes: 1 }] }),
  );
  const documentId = documents[0]?.id ?? '';
  await withTenant(pool, tenantId, async (tx) => {
    const document = await documentToRead(tx, documentId);
    if (document === null) throw new Error('the document is not to be read');
    await recordInspection(tx, document, { pageCount: 1, language: 'eng', warnings: [], pages: [PAGE] });
    if (!read) return;
    await storePage(tx, documentId, { ...PAGE, words: [...PAGE.words], warnings: [] }, 'w1');
    await settleDocument(tx, documentId, 'pages');
  });
  // The other service's jobs.
  await db.query(
    `update queue.jobs set status = $1, last_error = 'lease expired on final attempt', finished_at = now()
     where type in ('document.inspect', 'pages.ocr') and status = 'queued'`,
    [read ? 'done' : 'failed'],
  );
  return { tenderId, documentId };
}

async function start(
  extract: (options: ExtractOptions) => Promise<Extraction>,
  withModel = false,
): Promise<void> {
  const extraction = extractHandler({
    pool,
    extract,
    model: withModel ? { model: 'm', apiKey: 'k' } : null,
    log: { info: () => {} },
    killPoint: () => {},
  });
  worker = createWorker({
    pool,
    connectionString,
    concurrency: 2,
    handlers: [...settleHandlers(), extraction],
  });
  await worker.start();
}

const view = (tenderId: string) => withTenant(api, tenantId, (tx) => getTender(tx, tenderId));
const eventually = (look: () => Promise<void>) => vi.waitFor(look, { timeout: 40_000, interval: 50 });

async function extractionOf(tenderId: string) {
  const { rows } = await db.query(
    `select id::text, status, attempts, last_error, run_after > now() as later from queue.jobs
     where type = 'tender.extract' and payload ->> 'tenderId' = $1`,
    [tenderId],
  );
  return rows[0];
}

const runNow = () =>
  db.query(`update queue.jobs set run_after = now() where type = 'tender.extract' and status = 'queued'`);

test('pages become fields with their evidence, by the rules alone', async () => {
  const { tenderId, documentId } = await makeTender(true);
  await start(extractTender);
  await eventually(async () => expect((await view(tenderId))?.status).toMatch(/^ready/));
  const tender = await view(tenderId);
  expect(tender?.fields.find((field) => field.name === 'reference')).toMatchObject({
    value: 'HTC-2026-17',
    status: 'verified',
    evidence: [{ documentId, page: 1 }],
  });
  expect(await extractionOf(tenderId)).toMatchObject({ status: 'done', attempts: 1 });
});

test('a document whose page job crashed each time is settled, with a reason', async () => {
  const { tenderId } = await makeTender(false);
  await start(extractTender);
  await eventually(async () => expect((await view(tenderId))?.status).toBe('failed'));
  expect(await view(tenderId)).toMatchObject({
    code: 'all_documents_failed',
    documents: [{ status: 'failed', code: 'no_page_readable' }],
    pages: { total: 1, done: 0, failed: 1 },
  });
});

test('a page job that an operator sends back before the settling ran is waited for', async () => {
  const { tenderId, documentId } = await makeTender(false);
  await db.query(
    `update queue.jobs set status = 'queued', attempts = 0, run_after = now() + interval '1 hour', finished_at = null
     where type = 'pages.ocr' and payload ->> 'documentId' = $1`,
    [documentId],
  );
  await start(extractTender);
  const settling = async () => {
    const { rows } = await db.query(
      `select j.status, j.attempts, j.run_after > now() as later from queue.jobs j
       where type = 'document.settle' and payload @> $1 and exists (select from queue.job_attempts a where a.job_id = j.id)`,
      [JSON.stringify({ documentId, after: 'pages' })],
    );
    return rows;
  };
  await eventually(async () =>
    expect(await settling()).toEqual([{ status: 'queued', attempts: 0, later: true }]),
  );
  expect((await view(tenderId))?.documents[0]?.status).toBe('processing');
});

test('a model that is away: later. Without credit: failed, until an operator has mended it', async () => {
  const { tenderId } = await makeTender(true);
  let error: Error | null = new ModelUnavailableError('x', { retryAfterMs: 3_600_000 });
  const seen: ExtractOptions[] = [];
  await start(async (options) => {
    seen.push(options);
    if (error !== null) throw error;
    return await extractTender({ documents: options.documents });
  }, true);
  await eventually(async () =>
    expect(await extractionOf(tenderId)).toMatchObject({
      status: 'queued',
      later: true,
      last_error: expect.stringContaining('model_unavailable'),
    }),
  );
  error = new ModelQuotaError('x');
  await runNow();
  await eventually(async () =>
    expect(await view(tenderId)).toMatchObject({ status: 'failed', code: 'extraction_failed' }),
  );
  const job = await extractionOf(tenderId);
  expect(job).toMatchObject({
    status: 'failed',
    last_error: expect.stringContaining('model_quota_exhausted'),
  });

  error = null;
  expect(await retryJob(db, job?.['id'])).toBe(true);
  await eventually(async () => expect((await view(tenderId))?.status).toMatch(/^ready/));
  expect(seen.at(-1)?.model).toMatchObject({ model: 'm', apiKey: 'k' });
});

test("a model's answers outlive the job that paid for them", async () => {
  const { tenderId } = await makeTender(true);
  let paid = 0;
  let ill = true;
  await start(async ({ documents, model }) => {
    if ((await model?.answers?.get('question')) === undefined) {
      paid += 1;
      await model?.answers?.put('question', { title: 'x' });
    }
    if (ill) throw new Error('the worker is ill');
    return await extractTender({ documents });
  }, true);
  await eventually(async () =>
    expect(await extractionOf(tenderId)).toMatchObject({ status: 'queued', attempts: 1, later: true }),
  );
  ill = false;
  await runNow();
  await eventually(async () => expect((await view(tenderId))?.status).toMatch(/^ready/));
  expect(paid).toBe(1);
});
