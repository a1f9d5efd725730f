import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTenant } from '../tenant-transaction.ts';
import { hashOf, makeTenant, type TestTenant } from '../testing/test-tenant.ts';
import { getTender } from './get-tender.ts';
import { retryTender } from './retry-tender.ts';

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await makeTenant();
});
afterAll(() => tenant.close());

const retry = (tenderId: string) =>
  withTenant(tenant.api, tenant.tenantId, (tx) => retryTender(tx, { tenantId: tenant.tenantId, tenderId }));
const view = (tenderId: string) => withTenant(tenant.api, tenant.tenantId, (tx) => getTender(tx, tenderId));

async function finish(tenderId: string, status: string): Promise<void> {
  await tenant.db.query(
    `update tender.versions set status = $2, finished_at = now(), extract_job = 1 where tender_id = $1`,
    [tenderId, status],
  );
}

async function addPage(
  documentId: string | undefined,
  page: number,
  status: 'done' | 'failed',
): Promise<void> {
  await tenant.db.query(
    `insert into tender.pages (document_id, page_no, tenant_id, status, triage, triage_reason, width, height, rotate)
     values ($1, $2, $3, $4, 'ocr', 'scan', 595, 842, 0)`,
    [documentId, page, tenant.tenantId, status],
  );
}

test('failed documents and failed pages are read again, as a version of its own; what was read stays', async () => {
  const { tenderId, documents } = await tenant.makeTender(hashOf(1), hashOf(2), hashOf(3));
  const [good, broken, partly] = documents.map((document) => document.id);
  await tenant.db.query(
    `update tender.documents set status = 'ready', page_count = 2, finished_at = now() where id = any($1)`,
    [[good, partly]],
  );
  await tenant.db.query(
    `update tender.documents set status = 'failed', error_code = 'encrypted', error_message = 'x' where id = $1`,
    [broken],
  );
  await addPage(good, 1, 'done');
  await addPage(partly, 1, 'done');
  await addPage(partly, 2, 'failed');
  await finish(tenderId, 'ready_with_warnings');

  const retried = await retry(tenderId);
  expect(retried).toMatchObject({ outcome: 'started', version: { version: 2 } });
  const { rows: jobs } = await tenant.db.query(
    `select payload ->> 'documentId' as id, count(*)::int as jobs from queue.jobs
     where type = 'document.inspect' and payload ->> 'documentId' = any($1) group by 1`,
    [[good, broken, partly]],
  );
  expect(Object.fromEntries(jobs.map((job) => [job.id, job.jobs]))).toEqual({
    [good ?? '']: 1,
    [broken ?? '']: 2,
    [partly ?? '']: 2,
  });
  const { rows: pages } = await tenant.db.query(
    `select document_id, page_no from tender.pages where document_id = $1`,
    [partly],
  );
  expect(pages).toEqual([{ document_id: partly, page_no: 1 }]);
  const shown = await view(tenderId);
  expect(shown).toMatchObject({ version: 1, latestVersion: 2, status: 'received' });
  expect(shown?.documents.map((document) => document.status)).toEqual(['ready', 'received', 'received']);

  expect(await retry(tenderId)).toEqual({ outcome: 'still_running' });
});

test('an extraction that failed is tried again with the pages as they are', async () => {
  const { tenderId, documents } = await tenant.makeTender(hashOf(4));
  await tenant.db.query(`update tender.documents set status = 'ready', page_count = 1 where id = $1`, [
    documents[0]?.id,
  ]);
  await finish(tenderId, 'failed');
  expect(await retry(tenderId)).toMatchObject({ outcome: 'started', version: { version: 2, documents: [] } });
  const { rows } = await tenant.db.query(
    `select payload from queue.jobs where type = 'tender.extract' and payload ->> 'tenderId' = $1`,
    [tenderId],
  );
  expect(rows).toEqual([{ payload: { tenderId, version: 2 } }]);
});

test('a tender without failures is left as it is', async () => {
  const { tenderId, documents } = await tenant.makeTender(hashOf(5));
  await tenant.db.query(`update tender.documents set status = 'ready' where id = $1`, [documents[0]?.id]);
  await finish(tenderId, 'ready');
  expect(await retry(tenderId)).toEqual({ outcome: 'nothing_to_retry' });
  expect(await retry('00000000-0000-4000-8000-000000000000')).toEqual({ outcome: 'unknown' });
});
