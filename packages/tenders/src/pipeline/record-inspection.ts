import type { Inspection } from '@tender/ocr';
import { enqueueGroup } from '@tender/queue';
import { documentSettle, pagesOcr } from '../jobs.ts';
import { storableJson } from '../storable.ts';
import type { Tx } from '../tenant-transaction.ts';
import type { DocumentToRead } from './document-to-read.ts';
import { planRanges } from './plan-ranges.ts';

/**
 * Stores what the inspection found and enqueues the reading of the pages, in the inspection's own transaction. Pages that
 * an earlier round has read are left as they are. Does nothing for a document that is inspected already, or gone.
 * @param headers go with the jobs: request id, trace
 * @returns whether this call recorded it
 */
export async function recordInspection(
  tx: Tx,
  document: Pick<DocumentToRead, 'id' | 'tenantId' | 'tenderId' | 'priority'>,
  found: Inspection,
  headers: Record<string, unknown> = {},
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update tender.documents set status = 'processing', page_count = $2, language = $3, warnings = $4
     where id = $1 and status = 'received'`,
    [document.id, found.pageCount, found.language, storableJson(found.warnings)],
  );
  if (rowCount !== 1) return false;
  await tx.query(
    `update tender.versions set status = 'processing' where tender_id = $1 and status = 'received'`,
    [document.tenderId],
  );
  await tx.query(
    `insert into tender.pages (document_id, page_no, tenant_id, triage, triage_reason, width, height, rotate)
     select $1, page, $2, source, reason, width, height, rotate
     from jsonb_to_recordset($3::jsonb) as p(page int, source text, reason text, width real, height real, rotate smallint)
     on conflict (document_id, page_no) do nothing`,
    [document.id, document.tenantId, storableJson(found.pages)],
  );
  const pending = await tx.query<{ page: number; source: string }>(
    `select page_no as page, triage as source from tender.pages
     where document_id = $1 and status = 'pending' order by page_no`,
    [document.id],
  );
  const options = { tenantId: document.tenantId, priority: document.priority, headers };
  await enqueueGroup(
    tx,
    planRanges(pending.rows).map(({ first, last }) => ({
      job: pagesOcr,
      payload: { documentId: document.id, first, last },
      options,
    })),
    { job: documentSettle, payload: { documentId: document.id, after: 'pages' }, options },
  );
  return true;
}
