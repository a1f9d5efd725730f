import { CreateBucketCommand, HeadBucketCommand, S3ServiceException } from '@aws-sdk/client-s3';
import { BucketUnavailableError, StorageUnavailableError } from './errors.ts';
import { createS3Client } from './s3-client.ts';
import { toStorageError } from './s3-error.ts';
import { type S3Options, s3Timeouts } from './s3-options.ts';
import { withDeadline } from './with-deadline.ts';
import { withRetries } from './with-retries.ts';

/**
 * Makes the bucket where it isn't there; safe to repeat, and by many at once. Tells whether this call made it.
 * It does not change a bucket that is there, and sets no rights, versions or life cycles.
 *
 * @throws BucketUnavailableError when the bucket is another account's or can't be made, StorageRefusedError for wrong
 * keys, StorageUnavailableError when the store does not answer.
 */
export async function ensureBucket(options: S3Options): Promise<{ created: boolean }> {
  const client = createS3Client(options);
  const { bucket } = options;
  const deadline = s3Timeouts(options).call;

  async function exists(): Promise<boolean> {
    return await attempt('look at bucket', async (abortSignal) => {
      try {
        await client.send(new HeadBucketCommand({ Bucket: bucket }), { abortSignal });
        return true;
      } catch (error) {
        if (statusOf(error) === 404) return false;
        throw error;
      }
    });
  }

  async function create(): Promise<boolean> {
    return await attempt('create bucket', async (abortSignal) => {
      try {
        await client.send(new CreateBucketCommand({ Bucket: bucket, ...location(options) }), { abortSignal });
        return true;
      } catch (error) {
        if (error instanceof Error && error.name === 'BucketAlreadyOwnedByYou') return false;
        if (statusOf(error) !== 409 && statusOf(error) !== 400) throw error;
        throw new BucketUnavailableError(`Bucket "${bucket}" can't be made: ${String(error)}`, {
          cause: error,
        });
      }
    });
  }

  async function attempt<T>(what: string, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const once = async (): Promise<T> => {
      try {
        return await withDeadline(call, { deadline, what: `${what} "${bucket}"` });
      } catch (error) {
        throw toStorageError(error, { key: '', bucket });
      }
    };
    return await withRetries(once, { attempts: options.attempts ?? 3 });
  }

  try {
    if (await exists()) return { created: false };
    const created = await create();
    if (!(await exists())) {
      throw new StorageUnavailableError(`Bucket "${bucket}" was made, but is not there.`);
    }
    return { created };
  } finally {
    client.destroy();
  }
}

/** AWS wants the region said, unless it is us-east-1; other stores have one region and may refuse the word. */
function location(options: S3Options): object {
  const { region = 'us-east-1', endpoint } = options;
  if (endpoint !== undefined || region === 'us-east-1') return {};
  return { CreateBucketConfiguration: { LocationConstraint: region } };
}

function statusOf(error: unknown): number | undefined {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
}
