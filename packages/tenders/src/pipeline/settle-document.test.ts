import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTenant } from '../tenant-transaction.ts';
import { endJobs, jobsOf } from '../testing/queue-jobs.ts';
import { failedPage, inspectionOf, pageOf } from '../testing/read-pages.ts';
import { hashOf, makeTenant, type TestTenant } from '../testing/test-tenant.ts';
import { documentToRead } from './document-to-read.ts';
import { failDocument } from './fail-document.ts';
import { storePage } from './page-checkpoint.ts';
import { recordInspection } from './record-inspection.ts';
import { settleDocument } from './settle-document.ts';

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await makeTenant();
});
afterAll(() => tenant.close());

const settle = (id: string, after: 'inspect' | 'pages') =>
  withTenant(tenant.worker, tenant.tenantId, (tx) => settleDocument(tx, id, after));

/** A tender with one document of so many scanned pages, whose inspection is done. */
async function inspected(n: number, pages: number) {
  const made = await uninspected(n);
  await inspect(made.id, pages);
  return made;
}

async function uninspected(n: number) {
  const { tenderId, documents } = await tenant.makeTender(hashOf(n));
  return { tenderId, id: documents[0]?.id ?? '' };
}

async function inspect(id: string, pages: number): Promise<void> {
  await withTenant(tenant.worker, tenant.tenantId, async (tx) => {
    const document = await documentToRead(tx, id);
    if (document === null) throw new Error('the document is not to be read');
    await recordInspection(tx, document, inspectionOf(...Array<'ocr'>(pages).fill('ocr')));
  });
}

const store = (id: string, page: ReturnType<typeof pageOf>) =>
  withTenant(tenant.worker, tenant.tenantId, (tx) => storePage(tx, id, page, 'w1'));

async function stateOf(id: string) {
  const { rows } = await tenant.db.query(
    `select d.status, d.error_code, d.error_message, v.status as version,
            array(select p.status || coalesce(' ' || p.reason, '') from tender.pages p
                  where p.document_id = d.id order by page_no) as pages
     from tender.documents d join tender.versions v on v.tender_id = d.tender_id where d.id = $1`,
    [id],
  );
  return rows[0];
}

test.each([
  ['a crash every time', { status: 'failed', error: 'lease expired on final attempt' }, 'worker_crashed'],
  ['another failure', { status: 'failed', error: 'Error: connect ECONNREFUSED 10.0.0.1' }, 'inspect_failed'],
  ['a cancel', { status: 'cancelled' }, 'job_cancelled'],
] as const)('an inspection that ended by %s fails the document, with a sentence', async (what, end, code) => {
  const { id, tenderId } = await uninspected(what.length);
  await endJobs(tenant.db, 'document.inspect', { documentId: id }, end);
  expect(await settle(id, 'inspect')).toBe('settled');
  const state = await stateOf(id);
  expect(state).toMatchObject({ status: 'failed', error_code: code, version: 'failed' });
  expect(state?.error_message).toMatch(/\.$/);
  // What a job threw is for the operator alone.
  expect(state?.error_message).not.toContain('ECONNREFUSED');
  expect(await jobsOf(tenant.db, 'tender.extract', { tenderId })).toEqual([]);
  expect(await settle(id, 'inspect')).toBe('settled');
});

test('an inspection that did its work leaves nothing to settle', async () => {
  const { id } = await inspected(50, 1);
  expect(await settle(id, 'inspect')).toBe('settled');
  expect(await stateOf(id)).toMatchObject({ status: 'processing', pages: ['pending'] });
});

test('all pages read: the document is ready, and the extraction starts once', async () => {
  const { id, tenderId } = await inspected(51, 2);
  await store(id, pageOf(1, 'a'));
  await store(id, failedPage(2));
  const ends = await Promise.all([settle(id, 'pages'), settle(id, 'pages'), settle(id, 'pages')]);
  expect(ends).toEqual(['settled', 'settled', 'settled']);
  expect(await stateOf(id)).toMatchObject({ status: 'ready', pages: ['done', 'failed page_timeout'] });
  expect(await jobsOf(tenant.db, 'tender.extract', { tenderId })).toHaveLength(1);
});

test('two documents that settle at the same moment start one extraction', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { tenderId, documents } = await tenant.makeTender(
      ...[0, 1, 2].map((n) => hashOf(200 + round * 3 + n)),
    );
    for (const { id } of documents) {
      await inspect(id, 1);
      await store(id, pageOf(1, 'a'));
    }
    await Promise.all(documents.map(({ id }) => settle(id, 'pages')));
    expect(await jobsOf(tenant.db, 'tender.extract', { tenderId })).toHaveLength(1);
  }
});

test('pages that failed jobs left unread get the reason of their own job', async () => {
  const { id } = await inspected(52, 12);
  for (const page of [1, 2, 4]) await store(id, pageOf(page, 'a'));
  const about = { documentId: id };
  await endJobs(
    tenant.db,
    'pages.ocr',
    { ...about, first: 1 },
    { status: 'failed', error: 'lease expired on final attempt' },
  );
  await endJobs(tenant.db, 'pages.ocr', { ...about, first: 5 }, { status: 'failed', error: 'Error: x' });
  await endJobs(tenant.db, 'pages.ocr', { ...about, first: 9 }, { status: 'cancelled' });
  expect(await settle(id, 'pages')).toBe('settled');
  expect(await stateOf(id)).toMatchObject({
    status: 'ready',
    pages: [
      'done',
      'done',
      'failed worker_crashed',
      'done',
      ...Array(4).fill('failed job_failed'),
      ...Array(4).fill('failed job_cancelled'),
    ],
  });
});

test('a document none of whose pages could be read fails', async () => {
  const { id } = await inspected(53, 2);
  await store(id, failedPage(1));
  await endJobs(tenant.db, 'pages.ocr', { documentId: id }, { status: 'failed', error: 'Error: x' });
  expect(await settle(id, 'pages')).toBe('settled');
  expect(await stateOf(id)).toMatchObject({
    status: 'failed',
    error_code: 'no_page_readable',
    version: 'failed',
    pages: ['failed page_timeout', 'failed job_failed'],
  });
});

test('a job that an operator sent back is waited for', async () => {
  const first = await uninspected(54);
  expect(await settle(first.id, 'inspect')).toBe('too_early');
  expect(await stateOf(first.id)).toMatchObject({ status: 'received' });
  const second = await inspected(55, 1);
  expect(await settle(second.id, 'pages')).toBe('too_early');
  expect(await stateOf(second.id)).toMatchObject({ status: 'processing', pages: ['pending'] });
});

test('a document that is gone, another tenant has, or has ended is left alone', async () => {
  const { id } = await inspected(56, 1);
  await store(id, pageOf(1, 'a'));
  const other = String(Number(tenant.tenantId) + 1_000);
  expect(await withTenant(tenant.worker, other, (tx) => settleDocument(tx, id, 'pages'))).toBe('settled');
  expect(await stateOf(id)).toMatchObject({ status: 'processing' });
  expect(await settle('00000000-0000-4000-8000-000000000000', 'pages')).toBe('settled');

  await settle(id, 'pages');
  const fail = () =>
    withTenant(tenant.worker, tenant.tenantId, (tx) =>
      failDocument(tx, id, { code: 'damaged', message: 'x' }),
    );
  expect(await fail()).toBe(false);
  expect(await stateOf(id)).toMatchObject({ status: 'ready', error_code: null });
});
