import { finished } from 'node:stream/promises';
import { PutObjectCommand, type S3Client } from '@aws-sdk/client-s3';
import type { ObjectBody, PutOptions } from './object-store.ts';
import { openBody } from './open-body.ts';
import { verifyBytes } from './verify-bytes.ts';

/**
 * One try to store an object, in one request (S3's limit is 5 GiB; larger bodies are refused by the store).
 * The bytes are checked here on their way out and by the store on their way in, as their sha256 is signed.
 * When anything fails, the request is cut before its last byte, so the store keeps nothing.
 */
export async function putS3Object(
  client: S3Client,
  target: { bucket: string; key: string },
  body: ObjectBody,
  options: PutOptions & { signal: AbortSignal },
): Promise<void> {
  const { contentLength, sha256, contentType, signal } = options;
  const source = openBody(body);
  const verified = verifyBytes(target.key, { contentLength, sha256 });
  const broken = new AbortController();
  let failure: unknown = null;
  const fail = (error: unknown): void => {
    failure ??= error;
    broken.abort();
  };
  // The SDK only pipes: without this, a body that fails would leave its request waiting.
  source.on('error', (error) => verified.destroy(error));
  finished(verified, { writable: false }).catch(fail);
  source.pipe(verified);

  const command = new PutObjectCommand({
    Bucket: target.bucket,
    Key: target.key,
    Body: verified,
    ContentLength: contentLength,
    ContentType: contentType ?? 'application/octet-stream',
    Metadata: { sha256 },
  });
  signSha256(command, sha256);
  try {
    await client.send(command, { abortSignal: AbortSignal.any([signal, broken.signal]) });
  } catch (error) {
    throw failure ?? error;
  } finally {
    source.destroy();
    verified.destroy();
  }
}

/** Makes the hash part of the request's signature, so that every store checks the bytes it receives against it. */
export function signSha256(command: PutObjectCommand, sha256: string): void {
  command.middlewareStack.add(
    (next) => async (args) => {
      if (hasHeaders(args.request)) args.request.headers['x-amz-content-sha256'] = sha256;
      return await next(args);
    },
    { step: 'build', name: 'signTheKnownSha256' },
  );
}

function hasHeaders(request: unknown): request is { headers: Record<string, string> } {
  return typeof request === 'object' && request !== null && 'headers' in request;
}
