import { z } from 'zod';
import { StorageConfigError } from './errors.ts';
import { createFolderStore } from './folder-store.ts';
import type { ObjectStore } from './object-store.ts';
import type { S3Options } from './s3-options.ts';
import { createS3Store } from './s3-store.ts';

/** A store as the environment names it. */
export type StoreOptions = { driver: 'folder'; dir: string } | ({ driver: 's3' } & S3Options);

const variables = z.object({
  /** A folder on this machine. */
  STORAGE_DIR: z.string().optional(),
  S3_BUCKET: z.string().optional(),
  S3_ENDPOINT: z
    .url({
      protocol: /^https?$/,
      error: 'it should be the URL of the object store, like http://localhost:9000',
    })
    .optional(),
  S3_REGION: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_FORCE_PATH_STYLE: z.enum(['true', 'false'], { error: 'it should be true or false' }).optional(),
});

/**
 * The variables of an object store, parsed into StoreOptions: `STORAGE_DIR`, or `S3_BUCKET` with
 * `S3_ENDPOINT` (any store but AWS), `S3_REGION`, `S3_ACCESS_KEY_ID` with `S3_SECRET_ACCESS_KEY`, `S3_FORCE_PATH_STYLE`.
 * An empty variable counts as one that is not set. Issues have the variable's name as their path.
 */
export const storeOptionsSchema = z
  .preprocess(withoutEmpty, variables)
  .transform((env, ctx): StoreOptions => {
    const wrong = (name: keyof typeof env, message: string): never => {
      ctx.addIssue({ code: 'custom', path: [name], message, input: env[name] });
      return z.NEVER;
    };
    if (env.STORAGE_DIR !== undefined) {
      if (env.S3_BUCKET === undefined) return { driver: 'folder', dir: env.STORAGE_DIR };
      return wrong('STORAGE_DIR', 'it should not be set beside S3_BUCKET: objects are in one place');
    }
    if (env.S3_BUCKET === undefined) {
      return wrong(
        'S3_BUCKET',
        'it should name the bucket for the documents (or STORAGE_DIR a folder for them)',
      );
    }
    if (env.S3_ACCESS_KEY_ID !== undefined && env.S3_SECRET_ACCESS_KEY === undefined) {
      return wrong('S3_SECRET_ACCESS_KEY', 'it should be the secret that belongs to S3_ACCESS_KEY_ID');
    }
    if (env.S3_ACCESS_KEY_ID === undefined && env.S3_SECRET_ACCESS_KEY !== undefined) {
      return wrong('S3_ACCESS_KEY_ID', 'it should be the key id that belongs to S3_SECRET_ACCESS_KEY');
    }
    return {
      driver: 's3',
      bucket: env.S3_BUCKET,
      ...(env.S3_ENDPOINT === undefined ? {} : { endpoint: env.S3_ENDPOINT }),
      ...(env.S3_REGION === undefined ? {} : { region: env.S3_REGION }),
      ...(env.S3_FORCE_PATH_STYLE === undefined
        ? {}
        : { forcePathStyle: env.S3_FORCE_PATH_STYLE === 'true' }),
      ...(env.S3_ACCESS_KEY_ID === undefined || env.S3_SECRET_ACCESS_KEY === undefined
        ? {}
        : {
            credentials: { accessKeyId: env.S3_ACCESS_KEY_ID, secretAccessKey: env.S3_SECRET_ACCESS_KEY },
          }),
    };
  });

export function openStore(options: StoreOptions): ObjectStore {
  return options.driver === 'folder' ? createFolderStore(options) : createS3Store(options);
}

/** The store that these variables name. @throws StorageConfigError, one line that names the variable */
export function storeFromEnv(env: Record<string, string | undefined>): ObjectStore {
  const parsed = storeOptionsSchema.safeParse(env);
  if (parsed.success) return openStore(parsed.data);
  const issues = parsed.error.issues.map((issue) => {
    const name = String(issue.path[0] ?? 'S3_BUCKET');
    return `${name} is ${env[name] ? 'wrong' : 'not set'}: ${issue.message}`;
  });
  throw new StorageConfigError(issues.join('; '));
}

function withoutEmpty(env: unknown): unknown {
  if (typeof env !== 'object' || env === null) return env;
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
}
