import type { DocumentInput } from '@tender/extraction';
import type { Tx } from '../tenant-transaction.ts';

type StoredWord = [
  text: string,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  confidence: number,
  line: number,
];

/** The pages of all documents that a version of a tender is read from: those that came with it or before, and were read. */
export async function extractionInput(tx: Tx, tenderId: string, version: number): Promise<DocumentInput[]> {
  const documents = await tx.query<{ id: string; filename: string; ordinal: number }>(
    `select id, filename, ordinal from tender.documents
     where tender_id = $1 and version <= $2 and duplicate_of is null and status = 'ready' order by ordinal`,
    [tenderId, version],
  );
  const inputs: DocumentInput[] = [];
  for (const { id, filename, ordinal } of documents.rows) {
    const { rows } = await tx.query<{
      page_no: number;
      status: string;
      width: number;
      height: number;
      text: string | null;
      words: StoredWord[] | null;
    }>(
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
        words: (row.words ?? []).map(([text, x0, y0, x1, y1, confidence, line]) => ({
          text,
          box: [x0, y0, x1, y1],
          confidence,
          line,
        })),
        ...(row.status === 'failed' ? { failed: true } : {}),
      })),
    });
  }
  return inputs;
}
