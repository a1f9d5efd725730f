import type { Spool, SpooledFile } from '@tender/storage';
import { type DocumentToRead, documentKey } from '@tender/tenders';

/** An object that is not what the document's row says: trying again can't help. */
export class ObjectLost extends Error {
  override name = 'ObjectLost';
  readonly code: 'object_missing' | 'object_corrupt';
  constructor(code: ObjectLost['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** A checked local copy of the document. @throws ObjectLost; what the store says of itself goes on to the queue's retry */
export async function openDocument(
  spool: Spool,
  document: DocumentToRead,
  signal: AbortSignal,
): Promise<SpooledFile> {
  try {
    return await spool.open(documentKey(document.tenantId, document.sha256), document.sha256, { signal });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'object_not_found') {
      throw new ObjectLost('object_missing', 'The stored file is gone. Upload the document again.');
    }
    if (code === 'checksum_mismatch' || code === 'length_mismatch') {
      throw new ObjectLost(
        'object_corrupt',
        'The stored file is not the one that was uploaded. Upload the document again.',
      );
    }
    throw error;
  }
}
