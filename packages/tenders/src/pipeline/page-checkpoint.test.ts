import { afterAll, beforeAll, expect, test } from 'vitest';
import { getPage } from '../queries/get-page.ts';
import { withTenant } from '../tenant-transaction.ts';
import { failedPage, inspectionOf, pageOf } from '../testing/read-pages.ts';
import { hashOf, makeTenant, type TestTenant } from '../testing/test-tenant.ts';
import { documentToRead } from './document-to-read.ts';
import { extractionInput } from './extraction-input.ts';
import { pendingPages, storePage } from './page-checkpoint.ts';
import { recordInspection } from './record-inspection.ts';

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await makeTenant();
});
afterAll(() => tenant.close());

async function inspected(n: number, pages: number) {
  const { tenderId, documents } = await tenant.makeTender(hashOf(n));
  const id = documents[0]?.id ?? '';
  await withTenant(tenant.worker, tenant.tenantId, async (tx) => {
    const document = await documentToRead(tx, id);
    if (document === null) throw new Error('the document is not to be read');
    await recordInspection(tx, document, inspectionOf(...Array<'ocr'>(pages).fill('ocr')));
  });
  return { tenderId, id };
}

const store = (id: string, ...[page, worker = 'w1']: [ReturnType<typeof pageOf>, string?]) =>
  withTenant(tenant.worker, tenant.tenantId, (tx) => storePage(tx, id, page, worker));
const pending = (id: string, first: number, last: number) =>
  withTenant(tenant.worker, tenant.tenantId, (tx) => pendingPages(tx, id, { first, last }));

test('a page is written once: whoever comes later changes nothing', async () => {
  const { id } = await inspected(1, 3);
  expect(await pending(id, 1, 2)).toEqual([1, 2]);
  expect(await store(id, pageOf(1, 'first'), 'w1')).toBe(true);
  expect(await store(id, pageOf(1, 'second'), 'w2')).toBe(false);
  expect(await store(id, failedPage(2))).toBe(true);
  expect(await store(id, pageOf(2, 'late'))).toBe(false);
  expect(await pending(id, 1, 3)).toEqual([3]);
  const { rows } = await tenant.db.query(
    `select page_no, status, text, reason, worker_id, read_at is not null as read from tender.pages
     where document_id = $1 order by page_no`,
    [id],
  );
  expect(rows).toEqual([
    { page_no: 1, status: 'done', text: 'first', reason: null, worker_id: 'w1', read: true },
    { page_no: 2, status: 'failed', text: '', reason: 'page_timeout', worker_id: 'w1', read: true },
    { page_no: 3, status: 'pending', text: null, reason: null, worker_id: null, read: false },
  ]);
});

test('two that store one page at the same moment: one is in time', async () => {
  const { id } = await inspected(2, 1);
  const both = await Promise.all([store(id, pageOf(1, 'a'), 'w1'), store(id, pageOf(1, 'b'), 'w2')]);
  expect(both.sort()).toEqual([false, true]);
});

test('what PostgreSQL can not hold costs a character, not the page', async () => {
  const { id } = await inspected(3, 1);
  const page = pageOf(1, 'a\0b', `half ${'\ud83d'}`);
  expect(await store(id, { ...page, warnings: [{ code: 'x', message: 'nul \0 here' }] })).toBe(true);
  const shown = await withTenant(tenant.api, tenant.tenantId, (tx) => getPage(tx, id, 1));
  expect(shown?.words.map((word) => word.text)).toEqual(['ab', 'half \ufffd']);
  expect(shown?.text).toBe('ab half \ufffd');
});

test('words come back for the extraction as they were stored, a failed page as failed', async () => {
  const { tenderId, id } = await inspected(4, 2);
  await store(id, pageOf(1, 'Deadline:', 'noon'));
  await store(id, failedPage(2));
  await tenant.db.query(`update tender.documents set status = 'ready' where id = $1`, [id]);
  const [document] = await withTenant(tenant.worker, tenant.tenantId, (tx) =>
    extractionInput(tx, tenderId, 1),
  );
  expect(document).toMatchObject({
    id,
    filename: '0.pdf',
    order: 0,
    pages: [
      {
        page: 1,
        text: 'Deadline: noon',
        words: [
          { text: 'Deadline:', box: [0, 10, 90.12, 20], confidence: 0.9, line: 0 },
          { text: 'noon', box: [100, 10, 190.12, 20], confidence: 0.9, line: 0 },
        ],
      },
      { page: 2, words: [], failed: true },
    ],
  });
});

test("another tenant's page can not be written or read", async () => {
  const { tenderId, id } = await inspected(5, 1);
  const other = String(Number(tenant.tenantId) + 1_000);
  await withTenant(tenant.worker, other, async (tx) => {
    expect(await pendingPages(tx, id, { first: 1, last: 1 })).toEqual([]);
    expect(await storePage(tx, id, pageOf(1, 'stolen'), 'w1')).toBe(false);
    expect(await extractionInput(tx, tenderId, 1)).toEqual([]);
  });
  expect(await pending(id, 1, 1)).toEqual([1]);
});
