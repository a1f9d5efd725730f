import type { DocumentView, PageCounts } from '../api/documents.ts';
import type { ListedTender } from '../api/tenders.ts';

/** What every view of a tender shows of it. */
export interface SummaryRow {
  id: string;
  title: string | null;
  external_id: string | null;
  priority: number;
  /** Of the newest version. */
  status: ListedTender['status'];
  finished_at: Date | null;
  /** The version whose fields are shown. */
  version: number;
  latest_version: number;
  created_at: Date;
}

export function toSummary(row: SummaryRow): Omit<ListedTender, 'pages' | 'documents' | 'fields'> {
  return {
    id: row.id,
    title: row.title,
    externalId: row.external_id,
    priority: row.priority,
    status: row.status,
    version: row.version,
    latestVersion: row.latest_version,
    createdAt: row.created_at.toISOString(),
    finishedAt: row.finished_at?.toISOString() ?? null,
  };
}

/** Pages of documents that are read; the pages of a duplicate are those of another and count once. */
export function sumPages(documents: DocumentView[]): PageCounts {
  const sum: PageCounts = { total: 0, done: 0, failed: 0 };
  for (const { duplicateOf, pages } of documents) {
    if (duplicateOf !== null) continue;
    sum.total += pages.total;
    sum.done += pages.done;
    sum.failed += pages.failed;
  }
  return sum;
}
