import { type Field, field as fieldSchema } from '@tender/extraction';
import type { Tx } from '../tenant-transaction.ts';

/** The fields that a list of tenders shows. */
export const LISTED_FIELDS = ['title', 'buyer', 'reference', 'submissionDeadline'];

interface FieldRow {
  tender_id: string;
  name: string;
  value: unknown;
  text: string;
  confidence: number;
  status: string;
  source: string;
  evidence: unknown;
  scores: unknown;
  supersedes: unknown;
}

/**
 * The fields of one version of each tender, by name; only those named where `names` is given.
 * @throws ZodError for a row that is no field, which only a defect can store
 */
export async function fieldsOfVersions(
  tx: Tx,
  versions: { id: string; version: number }[],
  names: readonly string[] | null = null,
): Promise<{ tenderId: string; field: Field }[]> {
  const { rows } = await tx.query<FieldRow>(
    `select f.tender_id, f.name, f.value, f.text, f.confidence, f.status, f.source, f.evidence, f.scores, f.supersedes
     from unnest($1::uuid[], $2::int[]) as shown (tender_id, version)
     join tender.fields f using (tender_id, version)
     where $3::text[] is null or f.name = any($3)
     order by f.tender_id, f.name`,
    [versions.map((shown) => shown.id), versions.map((shown) => shown.version), names],
  );
  return rows.map(({ tender_id, scores, supersedes, ...row }) => ({
    tenderId: tender_id,
    field: fieldSchema.parse({
      ...row,
      ...(scores === null ? {} : { scores }),
      ...(supersedes === null ? {} : { supersedes }),
    }),
  }));
}
