import type { Tx } from '../tenant-transaction.ts';

/** A document whose row, and whose tender's row, this transaction holds. */
export interface LockedDocument {
  id: string;
  tenantId: string;
  tenderId: string;
  status: 'received' | 'processing' | 'ready' | 'failed';
}

/**
 * Locks a document for a change of its state: its tender's row first, as everything that changes a tender does, so two
 * of them wait for each other in one order. @returns null when the document is gone
 */
export async function lockDocument(tx: Tx, documentId: string): Promise<LockedDocument | null> {
  await tx.query(
    `select from tender.tenders where id = (select tender_id from tender.documents where id = $1) for update`,
    [documentId],
  );
  const { rows } = await tx.query<LockedDocument>(
    `select id, tenant_id::text as "tenantId", tender_id as "tenderId", status
     from tender.documents where id = $1 for update`,
    [documentId],
  );
  return rows[0] ?? null;
}
