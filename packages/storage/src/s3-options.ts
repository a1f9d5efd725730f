/** Where the bucket is and how patient to be. Every S3-compatible store is described by the same few values. */
export interface S3Options {
  bucket: string;
  /** Base URL of a store that isn't AWS, for example of MinIO, SeaweedFS or RustFS. */
  endpoint?: string;
  /** Default us-east-1, which most stores other than AWS take. */
  region?: string;
  /** Without it the SDK's own chain is asked: environment, shared files, the machine's or pod's role. */
  credentials?: { accessKeyId: string; secretAccessKey: string };
  /** `endpoint/bucket/key` instead of `bucket.endpoint/key`. Default: true with an endpoint. */
  forcePathStyle?: boolean;
  /** Tries of one call, the first one included. Default 3. */
  attempts?: number;
  timeouts?: Partial<S3Timeouts>;
}

/** In ms. */
export interface S3Timeouts {
  /** To open a connection. Default 5,000. */
  connect: number;
  /** Without a byte in either direction. Default 30,000. */
  idle: number;
  /** For a whole call, and for `get` until its body begins; bodies add a second for each 64 KiB. Default 60,000. */
  call: number;
}

/** The slowest transfer still waited for, in bytes a ms (64 KiB a second). */
const SLOWEST = 65.536;

export function s3Timeouts(options: S3Options): S3Timeouts {
  return { connect: 5_000, idle: 30_000, call: 60_000, ...options.timeouts };
}

/** Longest time a call that moves so many bytes may take, in ms. */
export function callDeadline(timeouts: S3Timeouts, bytes: number): number {
  return Math.ceil(timeouts.call + bytes / SLOWEST);
}
