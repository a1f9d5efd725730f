import type { Extraction } from '@tender/extraction';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getTender } from '../queries/get-tender.ts';
import { withTenant } from '../tenant-transaction.ts';
import { endJobs, jobsOf } from '../testing/queue-jobs.ts';
import { failedPage, inspectionOf, pageOf } from '../testing/read-pages.ts';
import { hashOf, makeTenant, type TestTenant } from '../testing/test-tenant.ts';
import { documentToRead } from './document-to-read.ts';
import { modelAnswers } from './model-answers.ts';
import { storePage } from './page-checkpoint.ts';
import { recordInspection } from './record-inspection.ts';
import { settleDocument } from './settle-document.ts';
import { settleTender } from './settle-tender.ts';
import { awaitsExtraction, storeExtraction } from './store-extraction.ts';

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await makeTenant();
});
afterAll(() => tenant.close());

/** A tender whose one document, of these pages, is read: its extraction is enqueued. */
async function read(n: number, ...pages: ReturnType<typeof pageOf>[]) {
  const { tenderId, documents } = await tenant.makeTender(hashOf(n));
  const id = documents[0]?.id ?? '';
  await withTenant(tenant.worker, tenant.tenantId, async (tx) => {
    const document = await documentToRead(tx, id);
    if (document === null) throw new Error('the document is not to be read');
    await recordInspection(tx, document, inspectionOf(...pages.map(() => 'ocr' as const)));
    for (const page of pages) await storePage(tx, id, page, 'w1');
    await settleDocument(tx, id, 'pages');
  });
  return { tenderId, id };
}

function extraction(documentId: string, title: string, warnings: Extraction['warnings'] = []): Extraction {
  const evidence = [
    { documentId, page: 1, quote: title, boxes: [[0, 0, 10, 10] as [number, number, number, number]] },
  ];
  return {
    language: 'eng',
    documents: [{ id: documentId, kind: 'notice' }],
    fields: [
      {
        name: 'title',
        value: title,
        text: title,
        confidence: 0.9,
        status: 'verified',
        source: 'rules',
        evidence,
      },
    ],
    absent: [{ name: 'lots', reason: 'not_found' }],
    warnings,
  };
}

const store = (tenderId: string, found: Extraction) =>
  withTenant(tenant.worker, tenant.tenantId, (tx) =>
    storeExtraction(tx, { tenantId: tenant.tenantId, tenderId, version: 1 }, found),
  );
const settle = (tenderId: string) =>
  withTenant(tenant.worker, tenant.tenantId, (tx) =>
    settleTender(tx, { tenantId: tenant.tenantId, tenderId, version: 1 }),
  );
const awaits = (tenderId: string) =>
  withTenant(tenant.worker, tenant.tenantId, (tx) => awaitsExtraction(tx, tenderId, 1));
const view = (tenderId: string) => withTenant(tenant.api, tenant.tenantId, (tx) => getTender(tx, tenderId));

test('one set of fields, whoever comes first', async () => {
  const { tenderId, id } = await read(1, pageOf(1, 'Bridge'));
  const both = await Promise.all([
    store(tenderId, extraction(id, 'Bridge')),
    store(tenderId, extraction(id, 'Bridge, again')),
  ]);
  expect(both.sort()).toEqual([false, true]);
  const tender = await view(tenderId);
  expect(tender).toMatchObject({ status: 'ready', absent: [{ name: 'lots', reason: 'not_found' }] });
  expect(tender?.fields).toHaveLength(1);
  expect(tender?.documents[0]).toMatchObject({ kind: 'notice', status: 'ready' });
  expect(await awaits(tenderId)).toBe(false);
});

test('a field and its text that PostgreSQL can not hold whole', async () => {
  const { tenderId, id } = await read(2, pageOf(1, 'Bridge'));
  expect(await store(tenderId, extraction(id, 'Brid\0ge'))).toBe(true);
  expect((await view(tenderId))?.fields[0]).toMatchObject({ value: 'Bridge', text: 'Bridge' });
});

test.each([
  ['a failed page', [pageOf(1, 'a'), failedPage(2)], []],
  ['a warning', [pageOf(1, 'a')], [{ code: 'ambiguous_date', message: 'x' }]],
] as const)('%s makes it ready with warnings', async (what, pages, warnings) => {
  const { tenderId, id } = await read(10 + what.length, ...pages);
  await store(tenderId, extraction(id, 'Bridge', [...warnings]));
  const tender = await view(tenderId);
  expect(tender?.status).toBe('ready_with_warnings');
  expect(tender?.warnings).toHaveLength(1);
});

test('an extraction that failed fails its version; sent back and successful, it mends it', async () => {
  const { tenderId, id } = await read(3, pageOf(1, 'Bridge'));
  expect(await settle(tenderId)).toBe('too_early');
  await endJobs(
    tenant.db,
    'tender.extract',
    { tenderId },
    { status: 'failed', error: 'model_quota_exhausted: x' },
  );
  expect(await settle(tenderId)).toBe('settled');
  expect(await view(tenderId)).toMatchObject({ status: 'failed', code: 'extraction_failed' });
  expect(await awaits(tenderId)).toBe(true);

  expect(await store(tenderId, extraction(id, 'Bridge'))).toBe(true);
  expect(await view(tenderId)).toMatchObject({ status: 'ready', code: null, message: null });
  expect(await settle(tenderId)).toBe('settled');
  expect(await view(tenderId)).toMatchObject({ status: 'ready' });
});

test('the settling of an extraction that did its work changes nothing', async () => {
  const { tenderId, id } = await read(4, pageOf(1, 'Bridge'));
  await store(tenderId, extraction(id, 'Bridge'));
  await endJobs(tenant.db, 'tender.extract', { tenderId }, { status: 'done' });
  expect(await settle(tenderId)).toBe('settled');
  expect(await view(tenderId)).toMatchObject({ status: 'ready' });
});

test("a tender that is gone, and another tenant's", async () => {
  const { tenderId, id } = await read(5, pageOf(1, 'Bridge'));
  const other = String(Number(tenant.tenantId) + 1_000);
  await withTenant(tenant.worker, other, async (tx) => {
    const at = { tenantId: other, tenderId, version: 1 };
    expect(await awaitsExtraction(tx, tenderId, 1)).toBe(false);
    expect(await storeExtraction(tx, at, extraction(id, 'stolen'))).toBe(false);
    expect(await settleTender(tx, at)).toBe('settled');
  });
  expect(await view(tenderId)).toMatchObject({ status: 'processing', fields: [] });
  await tenant.db.query(`delete from tender.tenders where id = $1`, [tenderId]);
  expect(await store(tenderId, extraction(id, 'Bridge'))).toBe(false);
  expect(await settle(tenderId)).toBe('settled');
  expect(await jobsOf(tenant.db, 'tender.extract', { tenderId })).toHaveLength(1);
});

test("a model's answer is kept with its tenant, the first one given", async () => {
  const answersOf = (tenantId: string) =>
    modelAnswers(tenantId, (work) => withTenant(tenant.worker, tenantId, work));
  const mine = answersOf(tenant.tenantId);
  expect(await mine.get('k')).toBeUndefined();
  await mine.put('k', { title: 'Bridge \0', lots: null });
  await mine.put('k', { title: 'other' });
  expect(await mine.get('k')).toEqual({ title: 'Bridge ', lots: null });
  expect(await answersOf(String(Number(tenant.tenantId) + 1_000)).get('k')).toBeUndefined();
});
