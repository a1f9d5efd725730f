import type { ObjectStore } from '@tender/storage';
import { documentKey, lockObjects, unusedObjects, withTenant } from '@tender/tenders';
import type pg from 'pg';

/**
 * Deletes the objects of these hashes that no document of the tenant has any more. An upload of the same bytes at the
 * same time keeps its object: both hold the objects' locks.
 */
export async function deleteUnusedObjects(
  { pool, store }: { pool: pg.Pool; store: Pick<ObjectStore, 'delete'> },
  tenantId: string,
  hashes: string[],
): Promise<void> {
  await withTenant(pool, tenantId, async (tx) => {
    await lockObjects(tx, tenantId, hashes);
    for (const sha256 of await unusedObjects(tx, hashes)) await store.delete(documentKey(tenantId, sha256));
  });
}
