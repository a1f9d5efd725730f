import { Readable } from 'node:stream';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandOutput,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { checkKey, checkPrefix } from './check-key.ts';
import { contentDisposition } from './content-disposition.ts';
import { ObjectNotFoundError, StorageUnavailableError } from './errors.ts';
import { guardBody } from './guard-body.ts';
import type { CallOptions, ObjectStore } from './object-store.ts';
import { isReplayable } from './open-body.ts';
import { putS3Object } from './put-s3-object.ts';
import { assertRange } from './range-limits.ts';
import { createS3Client } from './s3-client.ts';
import { toStorageError } from './s3-error.ts';
import { callDeadline, type S3Options, s3Timeouts } from './s3-options.ts';
import { withDeadline } from './with-deadline.ts';
import { withRetries } from './with-retries.ts';

/** Longest life of a link, in seconds: S3's limit of seven days. */
const LONGEST_LINK = 604_800;

/**
 * Objects in a bucket of any S3-compatible store. Needs put, get, range, head, delete and list, nothing more.
 *
 * A call that fails by a passing cause is repeated a few times within seconds; what still fails carries the HTTP
 * status and the store's Retry-After, for a queue to plan by. A body that is a stream is tried once.
 * `head` on a missing bucket is null like on a missing object: HTTP gives it no body to tell them apart.
 */
export function createS3Store(options: S3Options): ObjectStore {
  const client = createS3Client(options);
  const { bucket } = options;
  const timeouts = s3Timeouts(options);
  const attempts = options.attempts ?? 3;

  /** One call with deadline, retries and this package's errors. */
  async function call<T>(
    request: (signal: AbortSignal) => Promise<T>,
    about: CallOptions & { key: string; what: string; bytes?: number; attempts?: number; sha256?: string },
  ): Promise<T> {
    const { signal, key, what, sha256 } = about;
    const deadline = callDeadline(timeouts, about.bytes ?? 0);
    const once = async (): Promise<T> => {
      try {
        return await withDeadline(request, { deadline, signal, what: `${what} "${key}"` });
      } catch (error) {
        if (signal?.aborted) throw error;
        throw toStorageError(error, { key, bucket, ...(sha256 === undefined ? {} : { sha256 }) });
      }
    };
    return await withRetries(once, { attempts: about.attempts ?? attempts, signal });
  }

  return {
    async put(key, body, put) {
      try {
        checkKey(key);
        await call((signal) => putS3Object(client, { bucket, key }, body, { ...put, signal }), {
          ...put,
          key,
          what: 'store',
          bytes: put.contentLength,
          ...(isReplayable(body) ? {} : { attempts: 1 }),
        });
      } finally {
        if (body instanceof Readable) body.destroy();
      }
    },

    async get(key, { signal } = {}) {
      checkKey(key);
      const answer = await call(
        (abortSignal) => client.send(new GetObjectCommand({ Bucket: bucket, Key: key }), { abortSignal }),
        { key, what: 'open', ...(signal === undefined ? {} : { signal }) },
      );
      const { source, size } = bodyOf(answer, key);
      return { body: guardBody(source, { key, size, signal }), size };
    },

    async range(key, start, endInclusive, { signal } = {}) {
      checkKey(key);
      assertRange(key, start, endInclusive);
      const length = endInclusive - start + 1;
      const command = { Bucket: bucket, Key: key, Range: `bytes=${start}-${endInclusive}` };
      return await call(
        async (abortSignal) => {
          const answer = await client.send(new GetObjectCommand(command), { abortSignal });
          const { source, size } = bodyOf(answer, key);
          if (answer.$metadata.httpStatusCode !== 206 || size > length) {
            source.destroy();
            throw new StorageUnavailableError(`The object store ignored the range asked of "${key}".`);
          }
          return await collect(guardBody(source, { key, size, signal: abortSignal }));
        },
        { key, what: 'read', bytes: length, ...(signal === undefined ? {} : { signal }) },
      );
    },

    async head(key) {
      checkKey(key);
      try {
        const head = await call(
          (abortSignal) => client.send(new HeadObjectCommand({ Bucket: bucket, Key: key }), { abortSignal }),
          { key, what: 'look at' },
        );
        const sha256 = head.Metadata?.['sha256'];
        return {
          size: head.ContentLength ?? 0,
          lastModified: head.LastModified ?? new Date(0),
          ...(sha256 === undefined ? {} : { sha256 }),
        };
      } catch (error) {
        if (error instanceof ObjectNotFoundError) return null;
        throw error;
      }
    },

    async delete(key) {
      checkKey(key);
      try {
        await call(
          (abortSignal) =>
            client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }), { abortSignal }),
          { key, what: 'delete' },
        );
      } catch (error) {
        if (!(error instanceof ObjectNotFoundError)) throw error;
      }
    },

    async *list(prefix) {
      checkPrefix(prefix);
      let token: string | undefined;
      do {
        const input = { Bucket: bucket, Prefix: prefix, ContinuationToken: token };
        const page: ListObjectsV2CommandOutput = await call(
          (abortSignal) => client.send(new ListObjectsV2Command(input), { abortSignal }),
          { key: prefix, what: 'list' },
        );
        for (const { Key, Size, LastModified } of page.Contents ?? []) {
          if (Key === undefined) continue;
          yield { key: Key, size: Size ?? 0, lastModified: LastModified ?? new Date(0) };
        }
        const next = page.IsTruncated === true ? page.NextContinuationToken : undefined;
        if (next !== undefined && next === token) {
          throw new StorageUnavailableError(`The object store's list of "${prefix}" does not move on.`);
        }
        token = next;
      } while (token !== undefined);
    },

    async presign(key, { expiresInSeconds, filename }) {
      checkKey(key);
      const expiresIn = Math.min(Math.max(1, Math.floor(expiresInSeconds)), LONGEST_LINK);
      const disposition =
        filename === undefined ? {} : { ResponseContentDisposition: contentDisposition(filename) };
      return await getSignedUrl(client, new GetObjectCommand({ Bucket: bucket, Key: key, ...disposition }), {
        expiresIn,
      });
    },

    close: async () => client.destroy(),
  };
}

function bodyOf(
  answer: { Body?: unknown; ContentLength?: number | undefined },
  key: string,
): { source: Readable; size: number } {
  if (!(answer.Body instanceof Readable)) {
    throw new StorageUnavailableError(`The object store answered without a body for "${key}".`);
  }
  if (answer.ContentLength === undefined) {
    answer.Body.destroy();
    throw new StorageUnavailableError(`The object store did not say how long "${key}" is.`);
  }
  return { source: answer.Body, size: answer.ContentLength };
}

async function collect(body: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk);
  return Buffer.concat(chunks);
}
