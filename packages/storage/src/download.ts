import { createHash } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { ChecksumMismatchError, LengthMismatchError, StorageFullError } from './errors.ts';
import { hasCode } from './has-code.ts';
import type { CallOptions, ObjectStore } from './object-store.ts';

/**
 * Streams an object into a new file and checks that it has the bytes it was stored with. On any failure the file is
 * removed. The file is at its path while it is still incomplete: give a path nobody else reads yet.
 *
 * @throws ObjectNotFoundError, StorageUnavailableError; ChecksumMismatchError and LengthMismatchError for an object
 * that holds other bytes than it should, which no retry mends; StorageFullError. An existing file is an error (EEXIST).
 */
export async function download(
  store: Pick<ObjectStore, 'get'>,
  key: string,
  path: string,
  expected: { sha256: string; size?: number } & CallOptions,
): Promise<{ size: number }> {
  const { sha256, signal } = expected;
  const options = signal === undefined ? {} : { signal };
  const { body, size } = await store.get(key, options);
  // A body that breaks before it is read must not end the process; the pipeline below finds it broken.
  body.on('error', () => {});
  if (expected.size !== undefined && expected.size !== size) {
    body.destroy();
    throw new LengthMismatchError(key, expected.size, size);
  }
  const file = await create(path, key).catch((error: unknown) => {
    body.destroy();
    throw error;
  });
  const hash = createHash('sha256');
  try {
    await pipeline(
      body,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          hash.update(chunk);
          yield chunk;
        }
      },
      file.createWriteStream(),
      options,
    );
    const actual = hash.digest('hex');
    if (actual !== sha256) throw new ChecksumMismatchError(key, sha256, actual);
    return { size };
  } catch (error) {
    await rm(path, { force: true });
    if (signal?.aborted) throw signal.reason;
    throw fullOr(error, path, key);
  }
}

async function create(path: string, key: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx', 0o640);
  } catch (error) {
    throw fullOr(error, path, key);
  }
}

function fullOr(error: unknown, path: string, key: string): unknown {
  if (!hasCode(error, 'ENOSPC', 'EDQUOT')) return error;
  return new StorageFullError(`No space left to download object "${key}" to ${path}.`, { cause: error });
}
