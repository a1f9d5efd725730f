import { randomUUID } from 'node:crypto';
import type { Tx } from '../tenant-transaction.ts';

/** A file whose bytes are in the object store, under documentKey(tenant, sha256). */
export interface StoredFile {
  filename: string;
  /** Hex. */
  sha256: string;
  bytes: number;
}

export interface InsertedDocument extends StoredFile {
  id: string;
  /** An earlier document of the tender with the same bytes, which is read instead of this one. */
  duplicateOf: string | null;
}

/**
 * Adds documents to a tender, in the order given. The caller holds the tender's row lock (or has just inserted the
 * row), which is what makes ordinals and duplicates right when two uploads race.
 */
export async function insertDocuments(
  tx: Tx,
  at: { tenantId: string; tenderId: string; version: number },
  files: StoredFile[],
): Promise<InsertedDocument[]> {
  const known = await tx.query<{ id: string; sha256: string }>(
    `select id, sha256 from tender.documents where tender_id = $1 and duplicate_of is null and sha256 = any($2)`,
    [at.tenderId, files.map((file) => file.sha256)],
  );
  const first = new Map(known.rows.map((row) => [row.sha256, row.id]));
  const documents = files.map((file): InsertedDocument => {
    const id = randomUUID();
    const duplicateOf = first.get(file.sha256) ?? null;
    if (duplicateOf === null) first.set(file.sha256, id);
    return { ...file, id, duplicateOf };
  });
  await tx.query(
    `insert into tender.documents (id, tenant_id, tender_id, version, ordinal, filename, sha256, bytes, duplicate_of)
     select new.id, $1, $2, $3,
            (select count(*) from tender.documents d where d.tender_id = $2) + new.position - 1,
            new.filename, new.sha256, new.bytes, new.duplicate_of
     from unnest($4::uuid[], $5::text[], $6::text[], $7::bigint[], $8::uuid[])
       with ordinality as new (id, filename, sha256, bytes, duplicate_of, position)
     order by new.position`,
    [
      at.tenantId,
      at.tenderId,
      at.version,
      documents.map((document) => document.id),
      documents.map((document) => document.filename),
      documents.map((document) => document.sha256),
      documents.map((document) => document.bytes),
      documents.map((document) => document.duplicateOf),
    ],
  );
  return documents;
}
