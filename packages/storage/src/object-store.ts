import type { Readable } from 'node:stream';

/**
 * Objects by key: bytes that are written once, read whole or in ranges, and deleted.
 *
 * What every driver promises: an object is there whole or not at all, a `put` that ended is durable, and a read
 * after it sees it. What none promises: that two `put`s of one key at once end in a certain order (keys made of the
 * content's hash make that harmless), that `list` shows what is written while it runs, or that a stored object still
 * has the bytes that were put (`download` checks).
 *
 * Every call may throw a StorageError; `signal` ends a call with the signal's reason.
 */
export interface ObjectStore {
  /**
   * Stores the body under the key, replacing what was there. Bytes are counted and hashed on their way; nothing is
   * kept of a body that is not what was announced.
   * @throws LengthMismatchError, ChecksumMismatchError
   */
  put(key: string, body: ObjectBody, options: PutOptions): Promise<void>;
  /**
   * The whole object. The body must be read or destroyed; it fails with StorageUnavailableError where it breaks off,
   * also when its reader takes nothing for longer than the driver's idle timeout.
   * @throws ObjectNotFoundError
   */
  get(key: string, options?: CallOptions): Promise<{ body: Readable; size: number }>;
  /**
   * Bytes `start` to `endInclusive`, from 0; fewer where the object ends before.
   * @throws ObjectNotFoundError, RangeInvalidError when `start` is at or past the object's end
   */
  range(key: string, start: number, endInclusive: number, options?: CallOptions): Promise<Buffer>;
  /** What is known without the bytes; null for an absent key. `sha256` (hex) where the driver keeps it. */
  head(key: string): Promise<ObjectHead | null>;
  /** An absent key is fine. */
  delete(key: string): Promise<void>;
  /** Every object whose key begins with the prefix (not necessarily a whole folder), in order of the keys' bytes. */
  list(prefix: string): AsyncIterable<ObjectEntry>;
  /**
   * A link that reads the object without a key of its own until it expires. `filename` is the name a browser saves
   * it under. Null where the driver has no such thing (folder).
   */
  presign(key: string, options: { expiresInSeconds: number; filename?: string }): Promise<string | null>;
  /** Ends idle connections; calls in flight fail. */
  close(): Promise<void>;
}

/**
 * Where the bytes come from. A function is called anew for each attempt, so that a failed one can be repeated;
 * a stream can be read once, so its `put` is tried once.
 */
export type ObjectBody = Readable | Buffer | (() => Readable);

export interface PutOptions {
  /** Bytes. */
  contentLength: number;
  /** Hex. */
  sha256: string;
  contentType?: string;
  signal?: AbortSignal;
}

export interface CallOptions {
  signal?: AbortSignal;
}

export interface ObjectHead {
  /** Bytes. */
  size: number;
  lastModified: Date;
  /** Hex. */
  sha256?: string;
}

export interface ObjectEntry {
  key: string;
  /** Bytes. */
  size: number;
  lastModified: Date;
}
