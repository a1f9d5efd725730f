import type { CreatedVersion, Uploaded } from '@tender/tenders';

/** The answer to what made a version: where to look, and which documents it reads. */
export function toUploaded(created: CreatedVersion): Uploaded {
  return {
    id: created.tenderId,
    status: 'received',
    version: created.version,
    documents: created.documents.map(({ id, filename, sha256, bytes, duplicateOf }) => ({
      id,
      filename,
      sha256,
      bytes,
      status: 'received',
      duplicateOf,
    })),
  };
}
