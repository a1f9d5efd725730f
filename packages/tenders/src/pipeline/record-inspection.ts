import type { Inspection } from '@tender/ocr';
import { enqueueGroup } from '@tender/queue';
import { documentSettle, pagesOcr } from '../jobs.ts';
import type { Tx } from '../tenant-transaction.ts';
import { planRanges } from './plan-ranges.ts';

/** What a worker needs to know of a document before it reads it. */
export interface DocumentToRead {
  id: string;
  tenantId: string;
  tenderId: string;
  sha256: string;
  language: string | null;
  priority: number;
}

/** @returns null when the document was deleted, or has ended */
export async function documentToRead(tx: Tx, documentId: string): Promise<DocumentToRead | null> {
  const { rows } = await tx.query<DocumentToRead>(
    `select d.id, d.tenant_id::text as "tenantId", d.tender_id as "tenderId", d.sha256, d.language, t.priority
     from tender.documents d join tender.tenders t on t.id = d.tender_id
     where d.id = $1 and d.status in ('received', 'processing')`,
    [documentId],
  );
  return rows[0] ?? null;
}

/**
 * Stores what the inspection found and enqueues the reading of the pages, in the inspection's own transaction. Does
 * nothing for a document that has been inspected already, or is gone.
 */
export async function recordInspection(tx: Tx, document: DocumentToRead, found: Inspection): Promise<void> {
  const { rowCount } = await tx.query(
    `update tender.documents set status = 'processing', page_count = $2, language = $3, warnings = $4
     where id = $1 and status = 'received'`,
    [document.id, found.pageCount, found.language, JSON.stringify(found.warnings)],
  );
  if (rowCount !== 1) return;
  await tx.query(
    `update tender.versions set status = 'processing' where tender_id = $1 and status = 'received'`,
    [document.tenderId],
  );
  await tx.query(
    `insert into tender.pages (document_id, page_no, tenant_id, triage, triage_reason, width, height, rotate)
     select $1, page, $2, source, reason, width, height, rotate
     from jsonb_to_recordset($3::jsonb) as p(page int, source text, reason text, width real, height real, rotate smallint)`,
    [document.id, document.tenantId, JSON.stringify(found.pages)],
  );
  const options = { tenantId: document.tenantId, priority: document.priority };
  await enqueueGroup(
    tx,
    planRanges(found.pages).map(({ first, last }) => ({
      job: pagesOcr,
      payload: { documentId: document.id, first, last },
      options,
    })),
    { job: documentSettle, payload: { documentId: document.id, after: 'pages' }, options },
  );
}
