import { absent as absentSchema } from '@tender/extraction';
import { z } from 'zod';
import { type DocumentView, type WarningView, warningSchema } from '../api/documents.ts';
import type { TenderView } from '../api/tenders.ts';
import type { Tx } from '../tenant-transaction.ts';
import { documentsOfTenders } from './document-view.ts';
import { fieldsOfVersions } from './field-view.ts';
import { type SummaryRow, sumPages, toSummary } from './tender-summary.ts';

interface VersionRow {
  version: number;
  status: TenderView['status'];
  error_code: string | null;
  error_message: string | null;
  language: string | null;
  absent: unknown;
  warnings: unknown;
  created_at: Date;
  finished_at: Date | null;
}

/**
 * A tender with the fields of one version: the one asked for, else the newest that is finished, else the first. Its
 * status, pages and documents are of the newest version, or of the one asked for.
 * @returns null when the tenant has no such tender, or the tender no such version
 */
export async function getTender(tx: Tx, id: string, version?: number): Promise<TenderView | null> {
  const tenders = await tx.query<Omit<SummaryRow, 'status' | 'finished_at' | 'version'>>(
    `select id, title, external_id, priority, version as latest_version, created_at from tender.tenders where id = $1`,
    [id],
  );
  const tender = tenders.rows[0];
  if (tender === undefined) return null;
  const { rows: versions } = await tx.query<VersionRow>(
    `select version, status, error_code, error_message, language, absent, warnings, created_at, finished_at
     from tender.versions where tender_id = $1 order by version`,
    [id],
  );
  const shown =
    version === undefined
      ? (versions.findLast((each) => each.finished_at !== null) ?? versions[0])
      : versions.find((each) => each.version === version);
  const current = version === undefined ? versions.at(-1) : shown;
  if (shown === undefined || current === undefined) return null;

  const documents = (await documentsOfTenders(tx, [id])).filter((each) => each.version <= current.version);
  const fields = await fieldsOfVersions(tx, [{ id, version: shown.version }]);
  return {
    ...toSummary({
      ...tender,
      status: current.status,
      finished_at: current.finished_at,
      version: shown.version,
    }),
    language: shown.language,
    pages: sumPages(documents),
    documents,
    fields: fields.map((found) => found.field),
    absent: z.array(absentSchema).parse(shown.absent),
    warnings: [...z.array(warningSchema).parse(shown.warnings), ...(await readingWarnings(tx, documents))],
    code: current.error_code,
    message: current.error_message,
    versions: versions.map((each) => ({
      version: each.version,
      status: each.status,
      createdAt: each.created_at.toISOString(),
      finishedAt: each.finished_at?.toISOString() ?? null,
    })),
  };
}

/** Most pages whose failure is told one by one. */
const PAGES_TOLD = 100;

/** What went wrong or was noticed while the documents were read, also before the version is finished. */
async function readingWarnings(tx: Tx, documents: DocumentView[]): Promise<WarningView[]> {
  const read = documents.filter((document) => document.duplicateOf === null);
  const { rows } = await tx.query<{ document_id: string; page_no: number; reason: string; message: string }>(
    `select p.document_id, p.page_no, coalesce(p.reason, 'page_failed') as reason,
            coalesce(p.message, 'This page could not be read.') as message
     from tender.pages p join tender.documents d on d.id = p.document_id
     where p.document_id = any($1) and p.status = 'failed'
     order by d.ordinal, p.page_no limit $2`,
    [read.map((document) => document.id), PAGES_TOLD],
  );
  return [
    ...read.flatMap((document) =>
      document.code === null
        ? []
        : [{ code: document.code, documentId: document.id, message: document.message ?? document.code }],
    ),
    ...read.flatMap((document) =>
      document.warnings.map((warning) => ({ ...warning, documentId: document.id })),
    ),
    ...rows.map((row) => ({
      code: row.reason,
      documentId: row.document_id,
      page: row.page_no,
      message: row.message,
    })),
  ];
}
