import { afterAll, beforeAll, expect, test } from 'vitest';
import { withTenant } from '../tenant-transaction.ts';
import { hashOf, makeTenant, type TestTenant } from '../testing/test-tenant.ts';
import { createTender } from './create-tender.ts';
import { lockObjects, unusedObjects } from './object-lock.ts';

let tenant: TestTenant;
beforeAll(async () => {
  tenant = await makeTenant();
});
afterAll(() => tenant.close());

test('who deletes an object waits for the upload that is about to need it, and then finds it needed', async () => {
  const { tenantId } = tenant;
  const sha256 = hashOf(1);
  const inserted = Promise.withResolvers<void>();
  const mayCommit = Promise.withResolvers<void>();
  const upload = withTenant(tenant.api, tenantId, async (tx) => {
    await lockObjects(tx, tenantId, [sha256]);
    await createTender(tx, { tenantId, files: [{ filename: 'a.pdf', sha256, bytes: 1 }] });
    inserted.resolve();
    await mayCommit.promise;
  });
  await inserted.promise;
  const deletion = withTenant(tenant.api, tenantId, async (tx) => {
    await lockObjects(tx, tenantId, [sha256]);
    return await unusedObjects(tx, [sha256]);
  });
  await expect
    .poll(
      async () =>
        (await tenant.db.query(`select from pg_locks where locktype = 'advisory' and not granted`)).rowCount,
    )
    .toBe(1);
  mayCommit.resolve();
  await upload;
  expect(await deletion).toEqual([]);
});

test('locks are taken in one order, so that two that want the same never wait for each other', async () => {
  const { tenantId } = tenant;
  const hashes = [hashOf(2), hashOf(3), hashOf(4)];
  const both = Array.from({ length: 20 }, (_, n) =>
    withTenant(tenant.api, tenantId, (tx) =>
      lockObjects(tx, tenantId, n % 2 === 0 ? hashes : hashes.toReversed()),
    ),
  );
  await Promise.all(both);
});

test("only one's own documents count as use", async () => {
  const unused = await withTenant(tenant.api, '999', (tx) => unusedObjects(tx, [hashOf(1)]));
  expect(unused).toEqual([hashOf(1)]);
});
