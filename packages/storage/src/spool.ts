import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { download } from './download.ts';
import { StorageFullError } from './errors.ts';
import type { CallOptions, ObjectStore } from './object-store.ts';
import { claimFolder } from './spool-folder.ts';

/**
 * Checked copies of objects on this machine's disk, kept by their sha256: an object that many jobs read is downloaded once.
 *
 * Promises: a path that is handed out holds the bytes of that hash, whole, until it is released; many who open one object at
 * once share one download; copies nobody has open make room for new ones, least recently used first, so that all together
 * stay within `maxBytes`; after a failed download, nothing is left. A process has a folder of its own in `dir`, and what a
 * dead one left there goes when the next one opens its spool: copies are not kept over a restart.
 */
export interface Spool {
  /**
   * @throws ObjectNotFoundError, StorageUnavailableError, ChecksumMismatchError; StorageFullError when neither the disk nor
   * `maxBytes` has room beside the copies that are open; the signal's reason
   */
  open(key: string, sha256: string, options?: CallOptions): Promise<SpooledFile>;
  /** Ends running downloads and removes the folder. */
  close(): Promise<void>;
}

export interface SpooledFile {
  path: string;
  /** Lets the copy go when its room is needed. A second call does nothing. */
  release(): void;
}

interface Entry {
  readonly sha256: string;
  readonly path: string;
  readonly abort: AbortController;
  ready: Promise<void>;
  complete: boolean;
  /** Known, and counted against the limit, once the store has answered. */
  size: number;
  users: number;
}

export function createSpool(options: {
  store: Pick<ObjectStore, 'get'>;
  dir: string;
  /** Bytes of all copies together. */
  maxBytes: number;
}): Spool {
  const { store, maxBytes } = options;
  /** In the order of their last use, the oldest first. */
  const entries = new Map<string, Entry>();
  let folder: Promise<string> | null = null;
  let count = 0;
  let closed = false;

  /** Once a process; tried again by the next `open` where it failed. */
  function ownFolder(): Promise<string> {
    folder ??= claimFolder(options.dir).catch((error: unknown) => {
      folder = null;
      throw error;
    });
    return folder;
  }

  /** Makes room for `entry` and counts it. @throws StorageFullError */
  async function makeRoom(entry: Entry, size: number): Promise<void> {
    const used = (): number => [...entries.values()].reduce((sum, each) => sum + each.size, 0);
    const removed: Promise<void>[] = [];
    for (const each of [...entries.values()]) {
      if (used() + size <= maxBytes) break;
      if (each.users > 0 || !each.complete) continue;
      entries.delete(each.sha256);
      removed.push(rm(each.path, { force: true }));
    }
    if (used() + size > maxBytes) {
      throw new StorageFullError(
        `The spool may hold ${maxBytes} bytes; ${used()} of them are in use and ${size} more are needed. Allow it more.`,
      );
    }
    entry.size = size;
    await Promise.all(removed);
  }

  async function fetchInto(entry: Entry, key: string): Promise<void> {
    const measured: Pick<ObjectStore, 'get'> = {
      async get(wanted, given) {
        const object = await store.get(wanted, given);
        object.body.on('error', () => {});
        try {
          await makeRoom(entry, object.size);
          return object;
        } catch (error) {
          object.body.destroy();
          throw error;
        }
      },
    };
    try {
      await download(measured, key, entry.path, { sha256: entry.sha256, signal: entry.abort.signal });
      entry.complete = true;
    } catch (error) {
      forget(entry);
      throw error;
    }
  }

  function forget(entry: Entry): void {
    if (entries.get(entry.sha256) === entry) entries.delete(entry.sha256);
  }

  function begin(dir: string, key: string, sha256: string): Entry {
    count += 1;
    const entry: Entry = {
      sha256,
      // Never a path of an earlier copy, whose removal may still be under way. Nobody is told it before it is whole.
      path: join(dir, `${sha256}.${count}`),
      abort: new AbortController(),
      ready: Promise.resolve(),
      complete: false,
      size: 0,
      users: 0,
    };
    entries.set(sha256, entry);
    entry.ready = fetchInto(entry, key);
    entry.ready.catch(() => {});
    return entry;
  }

  /** Takes a place at the object's copy, so that it is not evicted; a copy that somebody removed or cut is not used. */
  async function takePlace(dir: string, key: string, sha256: string): Promise<Entry> {
    const entry = entries.get(sha256) ?? begin(dir, key, sha256);
    entry.users += 1;
    if (!entry.complete || (await isWhole(entry))) return entry;
    entry.users -= 1;
    forget(entry);
    await rm(entry.path, { force: true });
    const fresh = entries.get(sha256) ?? begin(dir, key, sha256);
    fresh.users += 1;
    return fresh;
  }

  function leave(entry: Entry, why: unknown): void {
    entry.users -= 1;
    if (entry.users > 0 || entry.complete) return;
    // The last one who wanted it has gone: whoever comes now begins anew.
    forget(entry);
    entry.abort.abort(why);
  }

  return {
    async open(key, sha256, { signal } = {}) {
      if (!/^[0-9a-f]{64}$/.test(sha256)) throw new TypeError('not a sha256 in hex');
      if (closed) throw new Error('The spool is closed.');
      signal?.throwIfAborted();
      const dir = await ownFolder();
      await mkdir(dir, { recursive: true, mode: 0o750 });
      const entry = await takePlace(dir, key, sha256);
      if (entries.get(sha256) === entry) {
        entries.delete(sha256);
        entries.set(sha256, entry);
      }
      try {
        await orAborted(entry.ready, signal);
      } catch (error) {
        leave(entry, error);
        throw error;
      }
      let released = false;
      return {
        path: entry.path,
        release() {
          if (!released) leave(entry, null);
          released = true;
        },
      };
    },

    async close() {
      closed = true;
      const running = [...entries.values()];
      for (const entry of running) entry.abort.abort(new Error('The spool was closed.'));
      await Promise.allSettled(running.map((entry) => entry.ready));
      entries.clear();
      const dir = await folder?.catch(() => null);
      if (dir) await rm(dir, { recursive: true, force: true });
    },
  };
}

async function isWhole(entry: Entry): Promise<boolean> {
  return await stat(entry.path).then(
    (stats) => stats.size === entry.size,
    () => false,
  );
}

async function orAborted(work: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (signal === undefined) return await work;
  const aborted = Promise.withResolvers<never>();
  const onAbort = (): void => aborted.reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  try {
    await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
