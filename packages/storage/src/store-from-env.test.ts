import { expect, test } from 'vitest';
import { StorageConfigError } from './errors.ts';
import { storeFromEnv, storeOptionsSchema } from './store-from-env.ts';

test.each([
  [
    { STORAGE_DIR: '/data', S3_BUCKET: '' },
    { driver: 'folder', dir: '/data' },
  ],
  [
    { S3_BUCKET: 'documents', STORAGE_DIR: '' },
    { driver: 's3', bucket: 'documents' },
  ],
  [
    {
      S3_BUCKET: 'documents',
      S3_ENDPOINT: 'http://minio:9000',
      S3_REGION: 'eu-central-1',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'secret',
      S3_FORCE_PATH_STYLE: 'false',
      OTHER: 'ignored',
    },
    {
      driver: 's3',
      bucket: 'documents',
      endpoint: 'http://minio:9000',
      region: 'eu-central-1',
      forcePathStyle: false,
      credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
    },
  ],
])('%j', (env, options) => {
  expect(storeOptionsSchema.parse(env)).toEqual(options);
});

test.each([
  [{}, 'S3_BUCKET is not set: it should name the bucket'],
  [
    { STORAGE_DIR: '/data', S3_BUCKET: 'documents' },
    'STORAGE_DIR is wrong: it should not be set beside S3_BUCKET',
  ],
  [{ S3_BUCKET: 'a', S3_ENDPOINT: 'minio:9000' }, 'S3_ENDPOINT is wrong: it should be the URL'],
  [{ S3_BUCKET: 'a', S3_ACCESS_KEY_ID: 'id' }, 'S3_SECRET_ACCESS_KEY is not set: it should be the secret'],
  [
    { S3_BUCKET: 'a', S3_SECRET_ACCESS_KEY: 'CANARY' },
    'S3_ACCESS_KEY_ID is not set: it should be the key id',
  ],
  [
    { S3_BUCKET: 'a', S3_FORCE_PATH_STYLE: 'yes' },
    'S3_FORCE_PATH_STYLE is wrong: it should be true or false',
  ],
])('%j is refused in one line that names the variable', (env, message) => {
  const refused = (): unknown => storeFromEnv(env);
  expect(refused).toThrow(StorageConfigError);
  expect(refused).toThrow(message);
  expect(refused).not.toThrow(/CANARY|\n/);
});
