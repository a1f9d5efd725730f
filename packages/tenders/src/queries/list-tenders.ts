import type { TenderPosition } from '../api/cursor.ts';
import type { ListedTender } from '../api/tenders.ts';
import type { Tx } from '../tenant-transaction.ts';
import { documentsOfTenders } from './document-view.ts';
import { fieldsOfVersions, LISTED_FIELDS } from './field-view.ts';
import { type SummaryRow, sumPages, toSummary } from './tender-summary.ts';

/**
 * A page of the tenant's tenders, newest first. What is added while a client pages on appears on the first page and
 * disturbs no other.
 */
export async function listTenders(
  tx: Tx,
  page: { limit: number; after?: TenderPosition | undefined },
): Promise<{ items: ListedTender[]; next: TenderPosition | null }> {
  const { rows } = await tx.query<SummaryRow & { position: string }>(
    `select t.id, t.title, t.external_id, t.priority, t.version as latest_version, t.created_at,
            newest.status, newest.finished_at, coalesce(shown.version, 1) as version,
            to_char(t.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as position
     from tender.tenders t
     join tender.versions newest on newest.tender_id = t.id and newest.version = t.version
     left join lateral (
       select v.version from tender.versions v
       where v.tender_id = t.id and v.finished_at is not null order by v.version desc limit 1
     ) shown on true
     where $2::timestamptz is null or (t.created_at, t.id) < ($2, $3::uuid)
     order by t.created_at desc, t.id desc
     limit $1 + 1`,
    [page.limit, page.after?.createdAt ?? null, page.after?.id ?? null],
  );
  const shown = rows.slice(0, page.limit);
  const documents = Map.groupBy(
    await documentsOfTenders(
      tx,
      shown.map((row) => row.id),
    ),
    (document) => document.tenderId,
  );
  const fields = Map.groupBy(await fieldsOfVersions(tx, shown, LISTED_FIELDS), (field) => field.tenderId);
  const last = shown.at(-1);
  return {
    items: shown.map((row) => {
      const own = documents.get(row.id) ?? [];
      return {
        ...toSummary(row),
        pages: sumPages(own),
        documents: own,
        fields: (fields.get(row.id) ?? []).map((found) => found.field),
      };
    }),
    next: rows.length > page.limit && last !== undefined ? { createdAt: last.position, id: last.id } : null,
  };
}
