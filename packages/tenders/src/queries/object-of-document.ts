import type { Tx } from '../tenant-transaction.ts';

/** Where a document's bytes are and what they are called; null when the tenant has no such document. */
export async function objectOfDocument(
  tx: Tx,
  documentId: string,
): Promise<{ tenantId: string; sha256: string; bytes: number; filename: string } | null> {
  const { rows } = await tx.query<{ tenant_id: string; sha256: string; bytes: string; filename: string }>(
    `select tenant_id, sha256, bytes, filename from tender.documents where id = $1`,
    [documentId],
  );
  const row = rows[0];
  if (row === undefined) return null;
  return { tenantId: row.tenant_id, sha256: row.sha256, bytes: Number(row.bytes), filename: row.filename };
}
