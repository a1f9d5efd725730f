import type { Tx } from '../tenant-transaction.ts';

/**
 * Makes the next version of a tender and keeps the tender's row locked until the transaction ends, so that versions
 * and document ordinals are given out one after the other.
 * @returns null when the tenant has no such tender
 */
export async function openVersion(
  tx: Tx,
  tenderId: string,
): Promise<{ version: number; priority: number } | null> {
  const { rows } = await tx.query<{ version: number; priority: number }>(
    `with next as (
       update tender.tenders set version = version + 1 where id = $1 returning id, tenant_id, version, priority
     ), made as (
       insert into tender.versions (tender_id, version, tenant_id) select id, version, tenant_id from next
     )
     select version, priority from next`,
    [tenderId],
  );
  return rows[0] ?? null;
}
