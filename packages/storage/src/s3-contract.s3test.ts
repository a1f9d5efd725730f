import { createHash } from 'node:crypto';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { describe, expect, test } from 'vitest';
import { ensureBucket } from './ensure-bucket.ts';
import { BucketUnavailableError, ChecksumMismatchError, StorageRefusedError } from './errors.ts';
import { describeObjectStore } from './object-store-contract.ts';
import { signSha256 } from './put-s3-object.ts';
import { createS3Client } from './s3-client.ts';
import { toStorageError } from './s3-error.ts';
import type { S3Options } from './s3-options.ts';
import { createS3Store } from './s3-store.ts';
import { storeOptionsSchema } from './store-from-env.ts';

/**
 * The contract against a real server that checks signatures, named by S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and
 * S3_SECRET_ACCESS_KEY. Run by `npm run test:s3`. The bucket is made where it isn't there, and kept.
 */
const options = s3Options();
const bytes = Buffer.from('hello');
const hello = { contentLength: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };

describeObjectStore('s3', async () => {
  await ensureBucket(options);
  return createS3Store(options);
});

describe('s3: what only a bucket has', () => {
  const key = `s3-contract-${crypto.randomUUID()}`;

  test('the bucket is made once, by many at once too', async () => {
    const made = await Promise.all(Array.from({ length: 4 }, () => ensureBucket(options)));
    expect(made.filter(({ created }) => created).length).toBeLessThanOrEqual(1);
    await expect(ensureBucket(options)).resolves.toEqual({ created: false });
  });

  test('a bucket name that is none is refused loudly', async () => {
    await expect(ensureBucket({ ...options, bucket: 'Not_A_Bucket!' })).rejects.toThrow(
      expect.objectContaining({ code: expect.stringMatching(/^(bucket_unavailable|storage_refused)$/) }),
    );
  });

  test('a link reads the object without keys, under its file name, and a changed one does not', async () => {
    const store = createS3Store(options);
    await store.put(key, bytes, { ...hello, contentType: 'application/pdf' });
    const link = await store.presign(key, { expiresInSeconds: 60, filename: 'Los 1 "Straße".pdf' });
    const response = await fetch(link ?? '');
    expect(await response.text()).toBe('hello');
    expect(response.headers.get('content-type')).toBe('application/pdf');
    expect(response.headers.get('content-disposition')).toContain(
      "filename*=UTF-8''Los%201%20%22Stra%C3%9Fe%22.pdf",
    );
    expect((await fetch((link ?? '').replace(key, `${key}x`))).status).toBe(403);
    expect((await fetch((link ?? '').split('?')[0] ?? '')).status).toBe(403);
    await store.delete(key);
    await store.close();
  });

  test('head tells the hash that was stored', async () => {
    const store = createS3Store(options);
    await store.put(key, bytes, hello);
    await expect(store.head(key)).resolves.toMatchObject({ size: 5, sha256: hello.sha256 });
    await store.delete(key);
    await store.close();
  });

  test('the store itself refuses bytes that are not the signed ones', async () => {
    const client = createS3Client(options);
    const command = new PutObjectCommand({ Bucket: options.bucket, Key: key, Body: Buffer.from('olleh') });
    signSha256(command, hello.sha256);
    const error = await client.send(command).catch((reason: unknown) => reason);
    const meaning = toStorageError(error, { key, bucket: options.bucket, sha256: hello.sha256 });
    expect(meaning).toBeInstanceOf(ChecksumMismatchError);
    client.destroy();
    const store = createS3Store(options);
    await expect(store.head(key)).resolves.toBeNull();
    await store.close();
  });

  test.each([
    ['secret', { accessKeyId: options.credentials?.accessKeyId ?? '', secretAccessKey: 'not-the-secret' }],
    ['key id', { accessKeyId: 'nobody', secretAccessKey: options.credentials?.secretAccessKey ?? '' }],
  ])('a wrong %s is StorageRefusedError, and not tried again', async (_what, credentials) => {
    const store = createS3Store({ ...options, credentials });
    await expect(store.put(key, bytes, hello)).rejects.toThrow(StorageRefusedError);
    await expect(store.get(key)).rejects.toThrow(StorageRefusedError);
    await store.close();
  });

  test('a bucket can not be looked for with wrong keys', async () => {
    const credentials = {
      accessKeyId: options.credentials?.accessKeyId ?? '',
      secretAccessKey: 'not-the-secret',
    };
    await expect(ensureBucket({ ...options, credentials })).rejects.toThrow(StorageRefusedError);
  });

  test('a bucket that is not there is BucketUnavailableError', async () => {
    const store = createS3Store({ ...options, bucket: `absent-${crypto.randomUUID()}` });
    await expect(store.put(key, bytes, hello)).rejects.toThrow(BucketUnavailableError);
    await expect(store.get(key)).rejects.toThrow(BucketUnavailableError);
    await store.close();
  });

  test('a list goes on past its first page of 1,000', async () => {
    const store = createS3Store(options);
    const names = Array.from({ length: 1_005 }, (_, n) => `${key}/${String(n).padStart(4, '0')}`);
    for (let at = 0; at < names.length; at += 25) {
      await Promise.all(names.slice(at, at + 25).map((name) => store.put(name, bytes, hello)));
    }
    const listed: string[] = [];
    for await (const entry of store.list(`${key}/`)) listed.push(entry.key);
    expect(listed).toEqual(names);
    for (let at = 0; at < names.length; at += 25) {
      await Promise.all(names.slice(at, at + 25).map((name) => store.delete(name)));
    }
    await store.close();
  });
});

function s3Options(): S3Options {
  const parsed = storeOptionsSchema.parse(process.env);
  if (parsed.driver !== 's3' || parsed.credentials === undefined) {
    throw new Error(
      'Set S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY of a store to test against.',
    );
  }
  return parsed;
}
