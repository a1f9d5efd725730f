import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTenant } from '../tenant-transaction.ts';
import { jobsOf } from '../testing/queue-jobs.ts';
import { inspectionOf, pageOf } from '../testing/read-pages.ts';
import { hashOf, makeTenant, type TestTenant } from '../testing/test-tenant.ts';
import { documentToRead } from './document-to-read.ts';
import { storePage } from './page-checkpoint.ts';
import { recordInspection } from './record-inspection.ts';

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await makeTenant();
});
afterAll(() => tenant.close());

async function makeDocument(n: number) {
  const { tenderId, documents } = await tenant.makeTender(hashOf(n));
  const id = documents[0]?.id ?? '';
  const document = await withTenant(tenant.worker, tenant.tenantId, (tx) => documentToRead(tx, id));
  if (document === null) throw new Error('the document is not to be read');
  return { tenderId, document };
}

test('stores pages and state, and enqueues the reading and what follows it, in one transaction', async () => {
  const { tenderId, document } = await makeDocument(1);
  const found = inspectionOf('ocr', 'ocr', 'ocr', 'ocr', 'text_layer', 'blank');
  const record = (fail: boolean) =>
    withTenant(tenant.worker, tenant.tenantId, async (tx) => {
      const recorded = await recordInspection(tx, document, found, { requestId: 'r1' });
      if (fail) throw new Error('rolled back');
      return recorded;
    });
  await expect(record(true)).rejects.toThrow('rolled back');
  expect(await jobsOf(tenant.db, 'pages.ocr', { documentId: document.id })).toEqual([]);

  expect(await record(false)).toBe(true);
  const pages = await tenant.db.query(
    `select page_no, status, triage from tender.pages where document_id = $1 order by page_no`,
    [document.id],
  );
  expect(pages.rows.map((row) => `${row.page_no} ${row.status} ${row.triage}`)).toEqual([
    '1 pending ocr',
    '2 pending ocr',
    '3 pending ocr',
    '4 pending ocr',
    '5 pending text_layer',
    '6 pending blank',
  ]);
  const { rows } = await tenant.db.query(
    `select d.status, d.page_count, d.language, v.status as version from tender.documents d
     join tender.versions v on v.tender_id = d.tender_id where d.id = $1`,
    [document.id],
  );
  expect(rows).toEqual([{ status: 'processing', page_count: 6, language: 'eng', version: 'processing' }]);
  const jobs = await jobsOf(tenant.db, 'pages.ocr', { documentId: document.id });
  expect(jobs).toMatchObject([
    { payload: { first: 1, last: 4 }, headers: { requestId: 'r1' } },
    { payload: { first: 5, last: 6 }, headers: { requestId: 'r1' } },
  ]);
  expect(tenderId).toBe(document.tenderId);

  // Once more, as a job that runs again does.
  expect(await record(false)).toBe(false);
  expect(await jobsOf(tenant.db, 'pages.ocr', { documentId: document.id })).toHaveLength(2);
});

test('a second round reads only the pages that are not read yet', async () => {
  const { document } = await makeDocument(2);
  const found = inspectionOf('ocr', 'ocr', 'ocr');
  await withTenant(tenant.worker, tenant.tenantId, async (tx) => {
    await recordInspection(tx, document, found);
    await storePage(tx, document.id, pageOf(2, 'read'), 'w1');
    await tx.query(`delete from tender.pages where document_id = $1 and page_no = 3`, [document.id]);
    await tx.query(`update tender.documents set status = 'received' where id = $1`, [document.id]);
  });
  await withTenant(tenant.worker, tenant.tenantId, (tx) => recordInspection(tx, document, found));
  const [, first, second] = await jobsOf(tenant.db, 'pages.ocr', { documentId: document.id });
  expect([first?.payload, second?.payload]).toMatchObject([
    { first: 1, last: 1 },
    { first: 3, last: 3 },
  ]);
  const { rows } = await tenant.db.query(
    `select page_no, status, text from tender.pages where document_id = $1 order by page_no`,
    [document.id],
  );
  expect(rows).toEqual([
    { page_no: 1, status: 'pending', text: null },
    { page_no: 2, status: 'done', text: 'read' },
    { page_no: 3, status: 'pending', text: null },
  ]);
});

test('a document that was deleted meanwhile is left alone', async () => {
  const { tenderId, document } = await makeDocument(3);
  await tenant.db.query(`delete from tender.tenders where id = $1`, [tenderId]);
  const recorded = await withTenant(tenant.worker, tenant.tenantId, (tx) =>
    recordInspection(tx, document, inspectionOf('ocr')),
  );
  expect(recorded).toBe(false);
  expect(await jobsOf(tenant.db, 'pages.ocr', { documentId: document.id })).toEqual([]);
});

test("another tenant's document is not there", async () => {
  const { document } = await makeDocument(4);
  const other = String(Number(tenant.tenantId) + 1_000);
  expect(await withTenant(tenant.worker, other, (tx) => documentToRead(tx, document.id))).toBeNull();
  const recorded = await withTenant(tenant.worker, other, (tx) =>
    recordInspection(tx, document, inspectionOf('ocr')),
  );
  expect(recorded).toBe(false);
});
