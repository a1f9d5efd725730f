import type { Tx } from '../tenant-transaction.ts';
import { enqueueInspections } from './enqueue-inspections.ts';
import { type InsertedDocument, insertDocuments, type StoredFile } from './insert-documents.ts';

export interface NewTender {
  tenantId: string;
  title?: string | undefined;
  externalId?: string | undefined;
  /** Higher is read first. */
  priority?: number | undefined;
  /** At least one; their bytes are in the store already. */
  files: StoredFile[];
  /** Goes with every job that follows: request id, trace. */
  headers?: Record<string, string>;
}

export interface CreatedVersion {
  tenderId: string;
  version: number;
  documents: InsertedDocument[];
}

/**
 * Inserts a tender, its documents and the jobs that will read them: all of it in the caller's transaction, so there
 * is never a tender that nobody reads, nor a job without its document.
 */
export async function createTender(tx: Tx, tender: NewTender): Promise<CreatedVersion> {
  const { tenantId, priority = 0 } = tender;
  const { rows } = await tx.query<{ id: string }>(
    `with made as (
       insert into tender.tenders (tenant_id, title, external_id, priority) values ($1, $2, $3, $4)
       returning id, tenant_id
     ), first_version as (
       insert into tender.versions (tender_id, version, tenant_id) select id, 1, tenant_id from made
     )
     select id from made`,
    [tenantId, tender.title ?? null, tender.externalId ?? null, priority],
  );
  const tenderId = rows[0]?.id;
  if (tenderId === undefined) throw new Error('the tender was not stored');
  const documents = await insertDocuments(tx, { tenantId, tenderId, version: 1 }, tender.files);
  await enqueueInspections(tx, documents, { tenantId, priority, headers: tender.headers });
  return { tenderId, version: 1, documents };
}
