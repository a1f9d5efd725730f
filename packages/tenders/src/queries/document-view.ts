import type { DocumentView, WarningView } from '../api/documents.ts';
import type { Tx } from '../tenant-transaction.ts';

interface DocumentRow {
  id: string;
  tender_id: string;
  version: number;
  filename: string;
  sha256: string;
  bytes: string;
  status: DocumentView['status'];
  duplicate_of: string | null;
  kind: string | null;
  language: string | null;
  page_count: number | null;
  pages_done: number;
  pages_failed: number;
  error_code: string | null;
  error_message: string | null;
  warnings: WarningView[];
  created_at: Date;
  finished_at: Date | null;
}

/** All documents of these tenders, tender by tender in order of arrival. */
export async function documentsOfTenders(tx: Tx, tenderIds: string[]): Promise<DocumentView[]> {
  const { rows } = await tx.query<DocumentRow>(
    `select * from tender.document_states where tender_id = any($1) order by tender_id, ordinal`,
    [tenderIds],
  );
  return rows.map(toDocument);
}

/** @returns null when the tenant has no such document */
export async function getDocument(tx: Tx, documentId: string): Promise<DocumentView | null> {
  const { rows } = await tx.query<DocumentRow>(`select * from tender.document_states where id = $1`, [
    documentId,
  ]);
  const row = rows[0];
  return row === undefined ? null : toDocument(row);
}

function toDocument(row: DocumentRow): DocumentView {
  return {
    id: row.id,
    tenderId: row.tender_id,
    version: row.version,
    filename: row.filename,
    sha256: row.sha256,
    bytes: Number(row.bytes),
    status: row.status,
    duplicateOf: row.duplicate_of,
    kind: row.kind,
    language: row.language,
    pageCount: row.page_count,
    pages: { total: row.page_count ?? 0, done: row.pages_done, failed: row.pages_failed },
    code: row.error_code,
    message: row.error_message,
    warnings: row.warnings,
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  };
}
