import { S3Client } from '@aws-sdk/client-s3';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { type S3Options, s3Timeouts } from './s3-options.ts';

/**
 * The SDK's client, set so that this package decides about retries (the SDK would obey any Retry-After, however
 * long) and that only what every store has is used: no checksum trailers, which many don't know. Bodies are
 * protected by their sha256 in the signature instead.
 */
export function createS3Client(options: S3Options): S3Client {
  const timeouts = s3Timeouts(options);
  return new S3Client({
    region: options.region ?? 'us-east-1',
    forcePathStyle: options.forcePathStyle ?? options.endpoint !== undefined,
    ...(options.endpoint === undefined ? {} : { endpoint: options.endpoint }),
    ...(options.credentials === undefined ? {} : { credentials: options.credentials }),
    maxAttempts: 1,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    logger: silent,
    requestHandler: new NodeHttpHandler({
      connectionTimeout: timeouts.connect,
      socketTimeout: timeouts.idle,
      httpAgent: { keepAlive: true, maxSockets: 50 },
      httpsAgent: { keepAlive: true, maxSockets: 50 },
    }),
  });
}

/** The SDK warns on the console otherwise; what goes wrong is thrown and logged by the caller. */
const silent = { trace() {}, debug() {}, info() {}, warn() {}, error() {} };
