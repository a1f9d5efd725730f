import type { DocumentInput } from '@tender/extraction';
import { fromStoredWord, type StoredWord } from '../stored-word.ts';
import type { Tx } from '../tenant-transaction.ts';

interface PageRow {
  page_no: number;
  status: string;
  width: number;
  height: number;
  text: string | null;
  words: StoredWord[] | null;
}

/** The pages of all documents that a version of a tender is read from: those that came with it or before, and were read. */
export async function extractionInput(tx: Tx, tenderId: string, version: number): Promise<DocumentInput[]> {
  const documents = await tx.query<{ id: string; filename: string; ordinal: number }>(
    `select id, filename, ordinal from tender.documents
     where tender_id = $1 and version <= $2 and duplicate_of is null and status = 'ready' order by ordinal`,
    [tenderId, version],
  );
  const inputs: DocumentInput[] = [];
  for (const { id, filename, ordinal } of documents.rows) {
    const { rows } = await tx.query<PageRow>(
      `select page_no, status, width, height, text, words from tender.pages where document_id = $1 order by page_no`,
      [id],
    );
    inputs.push({
      id,
      filename,
      order: ordinal,
      pages: rows.map((row) => ({
        page: row.page_no,
        width: row.width,
        height: row.height,
        text: row.text ?? '',
        words: (row.words ?? []).map(fromStoredWord),
        ...(row.status === 'failed' ? { failed: true } : {}),
      })),
    });
  }
  return inputs;
}
