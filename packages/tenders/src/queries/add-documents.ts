import type { Tx } from '../tenant-transaction.ts';
import type { CreatedVersion } from './create-tender.ts';
import { enqueueInspections } from './enqueue-inspections.ts';
import { insertDocuments, type StoredFile } from './insert-documents.ts';
import { openVersion } from './open-version.ts';

/**
 * Adds documents to a tender as its next version, with the jobs that will read them, in the caller's transaction.
 * The fields of the version before stay visible until the new one is finished.
 * @returns null when the tenant has no such tender
 */
export async function addDocuments(
  tx: Tx,
  addition: { tenantId: string; tenderId: string; files: StoredFile[]; headers?: Record<string, string> },
): Promise<CreatedVersion | null> {
  const { tenantId, tenderId } = addition;
  const opened = await openVersion(tx, tenderId);
  if (opened === null) return null;
  const { version, priority } = opened;
  const documents = await insertDocuments(tx, { tenantId, tenderId, version }, addition.files);
  await enqueueInspections(tx, documents, { tenantId, priority, headers: addition.headers });
  return { tenderId, version, documents };
}
