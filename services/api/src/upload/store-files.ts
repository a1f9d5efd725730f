import { createReadStream } from 'node:fs';
import type { ObjectStore } from '@tender/storage';
import { documentKey } from '@tender/tenders';
import type { ReceivedFile } from './receive-file.ts';

type Store = Pick<ObjectStore, 'put' | 'head'>;

/** Puts each file's bytes into the store under its tenant and hash; the same bytes once. */
export async function storeFiles(store: Store, tenantId: string, files: ReceivedFile[]): Promise<void> {
  for (const file of distinct(files)) await put(store, tenantId, file);
}

/**
 * Makes sure that the stored files are still there, and stores those again that were deleted with the last document
 * that had them between then and now. Call it under lockObjects, in the transaction that inserts the rows.
 */
export async function keepStored(store: Store, tenantId: string, files: ReceivedFile[]): Promise<void> {
  for (const file of distinct(files)) {
    const found = await store.head(documentKey(tenantId, file.sha256));
    if (found === null) await put(store, tenantId, file);
  }
}

async function put(store: Store, tenantId: string, file: ReceivedFile): Promise<void> {
  await store.put(documentKey(tenantId, file.sha256), () => createReadStream(file.path), {
    contentLength: file.bytes,
    sha256: file.sha256,
    contentType: 'application/pdf',
  });
}

function distinct(files: ReceivedFile[]): ReceivedFile[] {
  return [...new Map(files.map((file) => [file.sha256, file])).values()];
}
