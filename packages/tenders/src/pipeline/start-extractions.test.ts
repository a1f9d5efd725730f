import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDocuments } from '../queries/add-documents.ts';
import { withTenant } from '../tenant-transaction.ts';
import { hashOf, makeTenant, type TestTenant } from '../testing/test-tenant.ts';
import { startExtractions } from './start-extractions.ts';

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await makeTenant();
});
afterAll(() => tenant.close());

const run = (tenderId: string) =>
  withTenant(tenant.api, tenant.tenantId, (tx) =>
    startExtractions(tx, { tenantId: tenant.tenantId, tenderId }),
  );

/** As a worker does it: the document ends and the check runs in one transaction. */
const end = (tenderId: string, documentId: string | undefined, status: 'ready' | 'failed' = 'ready') =>
  withTenant(tenant.api, tenant.tenantId, async (tx) => {
    await tx.query(`update tender.documents set status = $2, error_code = $3 where id = $1`, [
      documentId,
      status,
      status === 'failed' ? 'encrypted' : null,
    ]);
    await startExtractions(tx, { tenantId: tenant.tenantId, tenderId });
  });

async function extractions(tenderId: string): Promise<number[]> {
  const { rows } = await tenant.db.query(
    `select (payload ->> 'version')::int as version from queue.jobs
     where type = 'tender.extract' and payload ->> 'tenderId' = $1 order by 1`,
    [tenderId],
  );
  return rows.map((row) => row.version);
}

async function versions(tenderId: string) {
  const { rows } = await tenant.db.query(
    `select version, status, error_code, extract_job is not null as started from tender.versions
     where tender_id = $1 order by version`,
    [tenderId],
  );
  return rows;
}

test('the last document to end starts the extraction, and no other', async () => {
  const { tenderId, documents } = await tenant.makeTender(hashOf(1), hashOf(2));
  await run(tenderId);
  await end(tenderId, documents[0]?.id);
  expect(await extractions(tenderId)).toEqual([]);
  await end(tenderId, documents[1]?.id, 'failed');
  expect(await extractions(tenderId)).toEqual([1]);
  await run(tenderId);
  expect(await extractions(tenderId)).toEqual([1]);
  expect(await versions(tenderId)).toEqual([
    { version: 1, status: 'processing', error_code: null, started: true },
  ]);
});

test('documents that end at the same moment start one extraction', async () => {
  for (let round = 0; round < 5; round += 1) {
    const hashes = Array.from({ length: 6 }, (_, n) => hashOf(100 + round * 10 + n));
    const { tenderId, documents } = await tenant.makeTender(...hashes);
    await Promise.all(documents.map((document) => end(tenderId, document.id)));
    expect(await extractions(tenderId)).toEqual([1]);
  }
});

test('a duplicate is not waited for', async () => {
  const { tenderId, documents } = await tenant.makeTender(hashOf(3), hashOf(3));
  await end(tenderId, documents[0]?.id);
  expect(await extractions(tenderId)).toEqual([1]);
});

test('a version whose documents all failed fails at once and is not extracted', async () => {
  const { tenderId, documents } = await tenant.makeTender(hashOf(4));
  await end(tenderId, documents[0]?.id, 'failed');
  expect(await extractions(tenderId)).toEqual([]);
  expect(await versions(tenderId)).toEqual([
    { version: 1, status: 'failed', error_code: 'all_documents_failed', started: false },
  ]);
});

test('a version waits for the documents of the versions before it, and a later one does not hold it up', async () => {
  const { tenantId } = tenant;
  const { tenderId, documents } = await tenant.makeTender(hashOf(5));
  const added = await withTenant(tenant.api, tenantId, (tx) =>
    addDocuments(tx, { tenantId, tenderId, files: [{ filename: 'b.pdf', sha256: hashOf(6), bytes: 1 }] }),
  );
  await end(tenderId, added?.documents[0]?.id);
  expect(await extractions(tenderId)).toEqual([]);
  await end(tenderId, documents[0]?.id);
  expect(await extractions(tenderId)).toEqual([1, 2]);
});

test('a tender that is gone is left alone', async () => {
  await run('00000000-0000-4000-8000-000000000000');
});
