import { S3ServiceException } from '@aws-sdk/client-s3';
import {
  BucketUnavailableError,
  ChecksumMismatchError,
  ObjectNotFoundError,
  RangeInvalidError,
  StorageError,
  StorageRefusedError,
  StorageUnavailableError,
} from './errors.ts';

/** Names of refusals that another try may not meet: the store's, and the network's on the way. */
const PASSING = new Set([
  'InternalError',
  'IncompleteBody',
  'OperationAborted',
  'RequestTimeout',
  // The SDK corrects its clock by this answer, so that the next call is signed with the store's time.
  'RequestTimeTooSkewed',
  'ServiceUnavailable',
  'SlowDown',
  'Throttling',
  'ThrottlingException',
  'TooManyRequests',
]);

const WRONG_BYTES = new Set([
  'BadDigest',
  'InvalidDigest',
  'XAmzContentChecksumMismatch',
  'XAmzContentSHA256Mismatch',
]);

/** What a failed call means. A pure function of the SDK's error; `now` reads a Retry-After that is a date. */
export function toStorageError(
  error: unknown,
  what: { key: string; bucket: string; sha256?: string },
  now: number = Date.now(),
): StorageError {
  if (error instanceof StorageError) return error;
  if (!(error instanceof S3ServiceException)) {
    const message = `The object store can't be reached or broke off (${describe(error)}).`;
    return new StorageUnavailableError(message, { cause: error });
  }
  const { name } = error;
  const status = error.$metadata.httpStatusCode ?? error.$response?.statusCode;
  const details = { status, cause: error };
  if (name === 'NoSuchBucket') {
    return new BucketUnavailableError(`There is no bucket "${what.bucket}".`, { cause: error });
  }
  if (name === 'NoSuchKey' || status === 404) return new ObjectNotFoundError(what.key, { cause: error });
  if (status === 416) {
    return new RangeInvalidError(`Object "${what.key}" has no byte in the range asked for.`, {
      cause: error,
    });
  }
  if (WRONG_BYTES.has(name) || (status === 422 && what.sha256 !== undefined)) {
    return new ChecksumMismatchError(what.key, what.sha256 ?? 'as announced', null, { cause: error });
  }
  if (PASSING.has(name) || status === undefined || status === 408 || status === 429 || status >= 500) {
    const message = `The object store is not available (${name}${status === undefined ? '' : `, HTTP ${status}`}).`;
    return new StorageUnavailableError(message, {
      ...details,
      retryAfterMs: retryAfter(error.$response?.headers['retry-after'], now),
    });
  }
  return new StorageRefusedError(
    `The object store refused a call for "${what.key}" in bucket "${what.bucket}" (${name}, HTTP ${status}). Check the keys, their rights and the endpoint.`,
    details,
  );
}

/** A Retry-After header, seconds or a date, as ms from now. */
function retryAfter(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1_000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error.message === '' ? error.name : error.message;
}
