import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTenant } from '../tenant-transaction.ts';
import { hashOf, makeTenant, type TestTenant } from '../testing/test-tenant.ts';
import { deleteTender } from './delete-tender.ts';

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await makeTenant();
});
afterAll(() => tenant.close());

const remove = (tenderId: string, tenantId = tenant.tenantId) =>
  withTenant(tenant.api, tenantId, (tx) => deleteTender(tx, { tenantId, tenderId }));

test('it takes all rows along and cancels the jobs, and only its own', async () => {
  const kept = await tenant.makeTender(hashOf(1));
  const gone = await tenant.makeTender(hashOf(1), hashOf(2), hashOf(2));
  const removed = await remove(gone.tenderId);
  expect(removed?.hashes.sort()).toEqual([hashOf(1), hashOf(2)]);
  const { rows } = await tenant.db.query(
    `select j.status, count(*)::int as jobs from queue.jobs j where type = 'document.inspect' group by 1 order by 1`,
  );
  expect(rows).toEqual([
    { status: 'cancelled', jobs: 2 },
    { status: 'queued', jobs: 1 },
  ]);
  for (const table of ['tenders', 'versions', 'documents']) {
    const left = await tenant.db.query(`select from tender.${table}`);
    expect([table, left.rowCount]).toEqual([table, 1]);
  }
  expect(await remove(gone.tenderId)).toBeNull();
  expect(await remove(kept.tenderId, '999')).toBeNull();
});

test('a worker that is writing its result at that moment and the deletion do not wait for each other', async () => {
  const { tenderId, documents } = await tenant.makeTender(hashOf(3));
  const worker = await tenant.db.connect();
  try {
    // A fenced write: first the job's row, then the tender's.
    await worker.query('begin');
    await worker.query(`select from queue.jobs where payload ->> 'documentId' = $1 for update`, [
      documents[0]?.id,
    ]);
    const deletion = remove(tenderId);
    await expect
      .poll(async () => (await tenant.db.query(`select from pg_locks where not granted`)).rowCount)
      .toBeGreaterThan(0);
    await worker.query(`select from tender.tenders where id = $1 for update`, [tenderId]);
    await worker.query('commit');
    expect(await deletion).toEqual({ hashes: [hashOf(3)] });
  } finally {
    worker.release();
  }
});
