export { contentDisposition } from './content-disposition.ts';
export { download } from './download.ts';
export { ensureBucket } from './ensure-bucket.ts';
export {
  BucketUnavailableError,
  ChecksumMismatchError,
  KeyInvalidError,
  LengthMismatchError,
  ObjectNotFoundError,
  RangeInvalidError,
  StorageConfigError,
  StorageError,
  StorageFullError,
  StorageRefusedError,
  StorageUnavailableError,
} from './errors.ts';
export { createFolderStore } from './folder-store.ts';
export type {
  CallOptions,
  ObjectBody,
  ObjectEntry,
  ObjectHead,
  ObjectStore,
  PutOptions,
} from './object-store.ts';
export type { S3Options, S3Timeouts } from './s3-options.ts';
export { createS3Store } from './s3-store.ts';
export { createSpool, type Spool, type SpooledFile } from './spool.ts';
export { claimFolder } from './spool-folder.ts';
export { openStore, type StoreOptions, storeFromEnv, storeOptionsSchema } from './store-from-env.ts';
