import { enqueueGroup } from '@tender/queue';
import { tenderExtract, tenderSettle } from '../jobs.ts';
import type { Tx } from '../tenant-transaction.ts';

/**
 * Looks which versions of a tender have all their documents through, and starts the extraction of each: once, whoever
 * ends the last document. A version none of whose documents could be read fails at once.
 *
 * Call it in the transaction that ended a document, or that made a version with nothing to read. It locks the tender's
 * row, so of two documents that end at the same moment the second sees the first.
 */
export async function startExtractions(
  tx: Tx,
  tender: { tenantId: string; tenderId: string },
): Promise<void> {
  const { tenantId, tenderId } = tender;
  const locked = await tx.query<{ priority: number }>(
    `select priority from tender.tenders where id = $1 for update`,
    [tenderId],
  );
  const priority = locked.rows[0]?.priority;
  if (priority === undefined) return;
  const { rows } = await tx.query<{ version: number; all_failed: boolean }>(
    `select v.version, bool_and(d.status = 'failed') as all_failed
     from tender.versions v
     join tender.documents d
       on d.tender_id = v.tender_id and d.version <= v.version and d.duplicate_of is null
     where v.tender_id = $1 and v.extract_job is null and v.status in ('received', 'processing')
     group by v.version
     having bool_and(d.status in ('ready', 'failed'))
     order by v.version`,
    [tenderId],
  );
  for (const { version, all_failed } of rows) {
    if (all_failed) await failVersion(tx, tenderId, version);
    else await startExtraction(tx, { tenantId, tenderId, version, priority });
  }
}

async function failVersion(tx: Tx, tenderId: string, version: number): Promise<void> {
  await tx.query(
    `update tender.versions
     set status = 'failed', error_code = 'all_documents_failed', finished_at = now(),
         error_message = 'None of the documents could be read. Each of them says why.'
     where tender_id = $1 and version = $2`,
    [tenderId, version],
  );
}

async function startExtraction(
  tx: Tx,
  at: { tenantId: string; tenderId: string; version: number; priority: number },
): Promise<void> {
  const { tenantId, priority, tenderId, version } = at;
  const options = { tenantId, priority };
  const payload = { tenderId, version };
  const group = await enqueueGroup(tx, [{ job: tenderExtract, payload, options }], {
    job: tenderSettle,
    payload,
    options,
  });
  await tx.query(
    `update tender.versions set extract_job = $3, status = 'processing' where tender_id = $1 and version = $2`,
    [tenderId, version, group.children[0]?.id],
  );
}
