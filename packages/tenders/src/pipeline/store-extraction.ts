import type { Extraction } from '@tender/extraction';
import { storableJson } from '../storable.ts';
import type { Tx } from '../tenant-transaction.ts';

/**
 * Whether a version waits for its result. One whose extraction failed does again when that job is sent back to the queue.
 * False too when the tender is gone.
 */
export async function awaitsExtraction(tx: Tx, tenderId: string, version: number): Promise<boolean> {
  const { rows } = await tx.query(
    `select from tender.versions
     where tender_id = $1 and version = $2
       and (status in ('received', 'processing') or error_code = 'extraction_failed')`,
    [tenderId, version],
  );
  return rows.length === 1;
}

/**
 * Stores the fields of one version and ends it: one set, in the job's own transaction. A version that has a result keeps it.
 * Ends `ready_with_warnings` when a document or a page failed, or there is a warning about a document or a field.
 * @returns whether this call stored it
 */
export async function storeExtraction(
  tx: Tx,
  at: { tenantId: string; tenderId: string; version: number },
  found: Extraction,
): Promise<boolean> {
  const { tenantId, tenderId, version } = at;
  const { rowCount } = await tx.query(
    `update tender.versions v set
       status = case when jsonb_array_length($4::jsonb) > 0 or exists (
           select from tender.documents d
           where d.tender_id = v.tender_id and d.version <= v.version and d.duplicate_of is null
             and (d.status = 'failed' or jsonb_array_length(d.warnings) > 0
                  or exists (select from tender.pages p where p.document_id = d.id and p.status = 'failed')))
         then 'ready_with_warnings' else 'ready' end,
       language = $3, warnings = $4, absent = $5, error_code = null, error_message = null, finished_at = now()
     where tender_id = $1 and version = $2
       and (status in ('received', 'processing') or error_code = 'extraction_failed')`,
    [tenderId, version, found.language, storableJson(found.warnings), storableJson(found.absent)],
  );
  if (rowCount !== 1) return false;
  await tx.query(
    `insert into tender.fields (tender_id, version, tenant_id, name, value, text, confidence, status, source, evidence, scores, supersedes)
     select $1, $2, $3, name, value, text, confidence, status, source, evidence, scores, supersedes
     from jsonb_to_recordset($4::jsonb) as f(name text, value jsonb, text text, confidence real, status text, source text,
       evidence jsonb, scores jsonb, supersedes jsonb)
     on conflict (tender_id, version, name) do nothing`,
    [tenderId, version, tenantId, storableJson(found.fields)],
  );
  await tx.query(
    `update tender.documents d set kind = k.kind
     from jsonb_to_recordset($1::jsonb) as k(id uuid, kind text) where d.id = k.id`,
    [storableJson(found.documents)],
  );
  return true;
}
