import type { PageView } from '../api/documents.ts';
import { fromStoredWord, type StoredWord } from '../stored-word.ts';
import type { Tx } from '../tenant-transaction.ts';

interface PageRow {
  page_no: number;
  status: PageView['status'];
  source: PageView['source'];
  reason: string | null;
  triage_reason: string;
  message: string | null;
  width: number;
  height: number;
  rotate: number;
  confidence: number | null;
  text: string | null;
  words: StoredWord[] | null;
  warnings: PageView['warnings'];
}

/**
 * One page with its words; of a duplicate, the page of the document that is read in its place.
 * @returns null when the tenant has no such document, or the document no such page (yet)
 */
export async function getPage(tx: Tx, documentId: string, page: number): Promise<PageView | null> {
  const { rows } = await tx.query<PageRow>(
    `select p.page_no, p.status, p.source, p.reason, p.triage_reason, p.message, p.width, p.height, p.rotate,
            p.confidence, p.text, p.words, p.warnings
     from tender.documents d
     join tender.pages p on p.document_id = coalesce(d.duplicate_of, d.id)
     where d.id = $1 and p.page_no = $2`,
    [documentId, page],
  );
  const row = rows[0];
  if (row === undefined) return null;
  return {
    page: row.page_no,
    status: row.status,
    source: row.source,
    reason: row.reason ?? row.triage_reason,
    message: row.message,
    width: row.width,
    height: row.height,
    rotate: row.rotate,
    confidence: row.confidence,
    text: row.text,
    words: (row.words ?? []).map(fromStoredWord),
    warnings: row.warnings,
  };
}
