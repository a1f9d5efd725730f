import type { Tx } from '../tenant-transaction.ts';

/** What a worker needs to know of a document before it reads it. */
export interface DocumentToRead {
  id: string;
  tenantId: string;
  tenderId: string;
  sha256: string;
  status: 'received' | 'processing';
  /** Found by the inspection; null before it. */
  language: string | null;
  /** Of its tender; its jobs inherit it. */
  priority: number;
}

/** @returns null when the document was deleted, or has ended: there is nothing to read */
export async function documentToRead(tx: Tx, documentId: string): Promise<DocumentToRead | null> {
  const { rows } = await tx.query<DocumentToRead>(
    `select d.id, d.tenant_id::text as "tenantId", d.tender_id as "tenderId", d.sha256, d.status, d.language, t.priority
     from tender.documents d join tender.tenders t on t.id = d.tender_id
     where d.id = $1 and d.status in ('received', 'processing')`,
    [documentId],
  );
  return rows[0] ?? null;
}
