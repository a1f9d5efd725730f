import { randomUUID } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { checkPrefix } from './check-key.ts';
import {
  KeyInvalidError,
  ObjectNotFoundError,
  RangeInvalidError,
  StorageFullError,
  StorageUnavailableError,
} from './errors.ts';
import { filePath, makeFolders, refuseLinks, syncFolder } from './folder-paths.ts';
import { hasCode } from './has-code.ts';
import { listFolder } from './list-folder.ts';
import type { ObjectStore } from './object-store.ts';
import { openBody } from './open-body.ts';
import { assertRange } from './range-limits.ts';
import { verifyBytes } from './verify-bytes.ts';

/** Unfinished files are here, below the store's folder; no key begins with a dot. */
const INCOMING = '.incoming';
/** Left-overs of a process that died are removed when they are this old, in ms. */
const LEFT_OVER_AGE = 24 * 60 * 60 * 1_000;

/**
 * Objects as files below one folder, for one machine: the demo and the tests, or a volume shared by all services.
 *
 * A `put` writes a file aside, syncs it and renames it into place: a reader sees the old object, the new one or
 * none, and a crash leaves at most a file in `.incoming`, which a later `put` removes after a day.
 * Folders stay when their last object goes. There are no links (`presign` gives null), no content types and no
 * hashes in `head`. A key can't be both an object and the beginning of other keys' path.
 */
export function createFolderStore(options: { dir: string }): ObjectStore {
  const { dir } = options;
  const incoming = join(dir, INCOMING);
  let prepared: Promise<void> | null = null;

  /** Once a process; tried again by the next `put` where it failed. */
  async function prepare(): Promise<void> {
    prepared ??= prepareIncoming(incoming).catch((error: unknown) => {
      prepared = null;
      throw error;
    });
    await prepared;
  }

  return {
    async put(key, body, { contentLength, sha256, signal }) {
      const draft = join(incoming, randomUUID());
      const source = openBody(body);
      try {
        const path = filePath(dir, key);
        signal?.throwIfAborted();
        await prepare();
        const verifier = verifyBytes(key, { contentLength, sha256 });
        const file = await open(draft, 'wx', 0o640);
        const options = signal === undefined ? {} : { signal };
        await pipeline(source, verifier, file.createWriteStream({ flush: true }), options);
        await makeFolders(dir, key);
        await rename(draft, path);
        await syncFolder(dirname(path));
      } catch (error) {
        source.destroy();
        await rm(draft, { force: true });
        if (signal?.aborted) throw signal.reason;
        if (!hasCode(error, 'ENOENT')) throw folderError(error, key);
        prepared = null;
        throw new StorageUnavailableError(`A folder of the store vanished while "${key}" was written.`, {
          cause: error,
        });
      }
    },

    async get(key, { signal } = {}) {
      signal?.throwIfAborted();
      const { file, stats } = await openFile(dir, key);
      const body: Readable = file.createReadStream(signal === undefined ? {} : { signal });
      return { body, size: stats.size };
    },

    async range(key, start, endInclusive, { signal } = {}) {
      assertRange(key, start, endInclusive);
      signal?.throwIfAborted();
      const { file, stats } = await openFile(dir, key);
      try {
        if (start >= stats.size) {
          throw new RangeInvalidError(`Object "${key}" has ${stats.size} bytes, none from ${start}.`);
        }
        return await readFully(file, start, Math.min(endInclusive + 1, stats.size) - start);
      } finally {
        await file.close();
      }
    },

    async head(key) {
      const path = filePath(dir, key);
      await refuseLinks(dir, key);
      const stats = await lstat(path).catch((error: unknown) => {
        if (hasCode(error, 'ENOENT', 'ENOTDIR')) return null;
        throw folderError(error, key);
      });
      return stats?.isFile() ? { size: stats.size, lastModified: stats.mtime } : null;
    },

    async delete(key) {
      const path = filePath(dir, key);
      await refuseLinks(dir, key);
      try {
        await rm(path);
        await syncFolder(dirname(path));
      } catch (error) {
        // A folder is no object, so there is nothing to delete.
        if (!hasCode(error, 'ENOENT', 'ENOTDIR', 'ERR_FS_EISDIR')) throw folderError(error, key);
      }
    },

    list: (prefix) => listFolder(dir, checkPrefix(prefix)),
    presign: async () => null,
    close: async () => {},
  };
}

async function prepareIncoming(incoming: string): Promise<void> {
  await mkdir(incoming, { recursive: true, mode: 0o750 });
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name);
    const stats = await stat(path).catch(() => null);
    if (stats !== null && Date.now() - stats.mtimeMs > LEFT_OVER_AGE) await rm(path, { force: true });
  }
}

async function openFile(dir: string, key: string): Promise<{ file: FileHandle; stats: Stats }> {
  const path = filePath(dir, key);
  await refuseLinks(dir, key);
  let file: FileHandle;
  try {
    file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
  } catch (error) {
    throw folderError(error, key);
  }
  const stats = await file.stat();
  if (stats.isFile()) return { file, stats };
  await file.close();
  throw new ObjectNotFoundError(key);
}

async function readFully(file: FileHandle, start: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(buffer, filled, length - filled, start + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

function folderError(error: unknown, key: string): unknown {
  if (hasCode(error, 'ENOENT')) return new ObjectNotFoundError(key, { cause: error });
  if (hasCode(error, 'ENOSPC', 'EDQUOT')) {
    return new StorageFullError(`No space left for object "${key}".`, { cause: error });
  }
  if (hasCode(error, 'ELOOP')) {
    return new KeyInvalidError(`Object "${key}" is a symbolic link, which is not followed.`, {
      cause: error,
    });
  }
  if (hasCode(error, 'EISDIR', 'ENOTDIR', 'ENOTEMPTY', 'EEXIST')) {
    return new KeyInvalidError(`Key "${key}" is in the way of other keys' folders.`, { cause: error });
  }
  if (hasCode(error, 'EACCES', 'EPERM', 'EROFS', 'EIO', 'EMFILE', 'ENFILE', 'ESTALE')) {
    return new StorageUnavailableError(`The folder store can't reach object "${key}": ${String(error)}`, {
      cause: error,
    });
  }
  return error;
}
