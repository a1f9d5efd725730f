/**
 * What can go wrong with objects, each with a stable `code`. Only StorageUnavailableError is worth another try.
 * Messages name the object and what to do; they never hold credentials.
 */
export abstract class StorageError extends Error {
  abstract readonly code: string;
}

/** No object has this key. */
export class ObjectNotFoundError extends StorageError {
  override name = 'ObjectNotFoundError';
  readonly code = 'object_not_found';

  constructor(key: string, options?: ErrorOptions) {
    super(`There is no object "${key}".`, options);
  }
}

/** The store could not be reached, was overloaded, took too long or broke off. Trying again later may work. */
export class StorageUnavailableError extends StorageError {
  override name = 'StorageUnavailableError';
  readonly code = 'storage_unavailable';
  /** HTTP status, null where no answer came. */
  readonly status: number | null;
  /** How long the store asked to wait, in ms; null where it didn't say. */
  readonly retryAfterMs: number | null;

  constructor(
    message: string,
    details: { status?: number | undefined; retryAfterMs?: number | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause: details.cause });
    this.status = details.status ?? null;
    this.retryAfterMs = details.retryAfterMs ?? null;
  }
}

/** The store understood and refused: wrong credentials, missing rights, a request it does not support. */
export class StorageRefusedError extends StorageError {
  override name = 'StorageRefusedError';
  readonly code = 'storage_refused';
  readonly status: number | null;

  constructor(message: string, details: { status?: number | undefined; cause?: unknown } = {}) {
    super(message, { cause: details.cause });
    this.status = details.status ?? null;
  }
}

/** The bucket is not there, belongs to someone else, or could not be made. */
export class BucketUnavailableError extends StorageError {
  override name = 'BucketUnavailableError';
  readonly code = 'bucket_unavailable';
}

/** The bytes are not the ones announced, or not the ones that were once stored. */
export class ChecksumMismatchError extends StorageError {
  override name = 'ChecksumMismatchError';
  readonly code = 'checksum_mismatch';

  constructor(key: string, expected: string, actual: string | null, options?: ErrorOptions) {
    const found = actual === null ? 'the store received other bytes' : `the bytes have ${actual}`;
    super(`Object "${key}" should have sha256 ${expected}, but ${found}.`, options);
  }
}

/** There are more or fewer bytes than announced. */
export class LengthMismatchError extends StorageError {
  override name = 'LengthMismatchError';
  readonly code = 'length_mismatch';

  constructor(key: string, expected: number, actual: number) {
    const found = actual > expected ? 'there are more' : `there are ${actual}`;
    super(`Object "${key}" should have ${expected} bytes, but ${found}.`);
  }
}

/** The key is not one that every driver can hold. */
export class KeyInvalidError extends StorageError {
  override name = 'KeyInvalidError';
  readonly code = 'key_invalid';
}

/** The range asked for holds no byte of the object. */
export class RangeInvalidError extends StorageError {
  override name = 'RangeInvalidError';
  readonly code = 'range_invalid';
}

/** The local disk has no room for the bytes. */
export class StorageFullError extends StorageError {
  override name = 'StorageFullError';
  readonly code = 'storage_full';
}

/** The variables that name the store are missing or contradict each other. One line for the person who set them. */
export class StorageConfigError extends StorageError {
  override name = 'StorageConfigError';
  readonly code = 'config_invalid';
}
