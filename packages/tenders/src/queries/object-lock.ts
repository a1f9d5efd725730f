import type { Tx } from '../tenant-transaction.ts';

/**
 * Locks the objects of these hashes until the transaction ends. Who inserts a row for an object and who deletes an
 * object that no row uses both hold it, so an object can't vanish between "it is there" and the commit of its row.
 * Hashes are locked in one order; two callers can't wait for each other.
 */
export async function lockObjects(tx: Tx, tenantId: string, hashes: string[]): Promise<void> {
  await tx.query(
    `select pg_advisory_xact_lock(hashtextextended('tender.object:' || $1 || ':' || sha256, 0))
     from (select distinct sha256 from unnest($2::text[]) as given (sha256) order by sha256) as ordered`,
    [tenantId, hashes],
  );
}

/** Which of these hashes no document of the tenant has. Call it under lockObjects to act on the answer. */
export async function unusedObjects(tx: Tx, hashes: string[]): Promise<string[]> {
  const { rows } = await tx.query<{ sha256: string }>(
    `select distinct given.sha256 from unnest($1::text[]) as given (sha256)
     where not exists (select from tender.documents d
                       where d.tenant_id = tender.current_tenant() and d.sha256 = given.sha256)`,
    [hashes],
  );
  return rows.map((row) => row.sha256);
}
