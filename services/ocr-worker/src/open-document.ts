import { RetryAfter } from '@tender/queue';
import {
  ChecksumMismatchError,
  LengthMismatchError,
  ObjectNotFoundError,
  type Spool,
  type SpooledFile,
  StorageFullError,
  StorageUnavailableError,
} from '@tender/storage';
import { type DocumentToRead, documentKey, retryDelay } from '@tender/tenders';

/** An object that is not what the document's row says: trying again can't help. The message is for its uploader. */
export class ObjectLost extends Error {
  override name = 'ObjectLost';
  readonly code: 'object_missing' | 'object_corrupt';
  constructor(code: ObjectLost['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/**
 * A checked local copy of the document.
 * @throws ObjectLost; RetryAfter when the store does not answer or the disk is full, since a later try may work
 */
export async function openDocument(
  spool: Pick<Spool, 'open'>,
  document: Pick<DocumentToRead, 'tenantId' | 'sha256'>,
  given: { signal: AbortSignal; attempt: number },
): Promise<SpooledFile> {
  const key = documentKey(document.tenantId, document.sha256);
  try {
    return await spool.open(key, document.sha256, { signal: given.signal });
  } catch (error) {
    throw meaningOf(error, given.attempt);
  }
}

function meaningOf(error: unknown, attempt: number): unknown {
  if (error instanceof ObjectNotFoundError) {
    return new ObjectLost('object_missing', 'The stored file is gone. Upload the document again.', {
      cause: error,
    });
  }
  if (error instanceof ChecksumMismatchError || error instanceof LengthMismatchError) {
    return new ObjectLost(
      'object_corrupt',
      'The stored file is not the one that was uploaded. Upload the document again.',
      { cause: error },
    );
  }
  if (error instanceof StorageUnavailableError) {
    return new RetryAfter(retryDelay(attempt, error.retryAfterMs), error.message, { cause: error });
  }
  if (error instanceof StorageFullError) {
    return new RetryAfter(retryDelay(attempt, null), error.message, { cause: error });
  }
  return error;
}
