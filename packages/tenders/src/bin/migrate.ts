import { ensureBucket, type StoreOptions, storeOptionsSchema } from '@tender/storage';
import { ConfigError, readConfig } from '@tender/telemetry';
import pg from 'pg';
import { z } from 'zod';
import { createApiKey, ensureTenant } from '../api-keys.ts';
import { migrate } from '../migrate.ts';

/**
 * Brings a system to this version and makes what it starts with, step by step, with a line for each: schema and roles,
 * bucket, first tenant and keys. Every step may be repeated, and by several at once. The first that fails ends it with a
 * line that says why, and exit code 1: nothing that depends on it is started then.
 */
const databaseUrl = z.url({
  protocol: /^postgres(ql)?$/,
  error: 'it should be the URL of the database, like postgres://user:password@host:5432/tender',
});
const secret = z.string().min(8);

const configSchema = z
  .object({
    /** As a user that may create schemas and roles; without it DATABASE_URL is taken. */
    MIGRATE_DATABASE_URL: databaseUrl.optional(),
    DATABASE_URL: databaseUrl.optional(),
    /** Both: the services' roles become log-ins with these passwords. Neither: they stay roles of the URL's user. */
    TENDER_API_PASSWORD: secret.optional(),
    TENDER_WORKER_PASSWORD: secret.optional(),
    BOOTSTRAP_TENANT: z.string().min(1).max(200).default('demo'),
    BOOTSTRAP_API_KEY: z.string().optional(),
    BOOTSTRAP_OPERATOR_KEY: z.string().optional(),
    S3_BUCKET: z.string().optional(),
  })
  .transform((env, ctx) => {
    const connectionString = env.MIGRATE_DATABASE_URL ?? env.DATABASE_URL;
    const { TENDER_API_PASSWORD: api, TENDER_WORKER_PASSWORD: worker } = env;
    const missing =
      connectionString === undefined
        ? ['MIGRATE_DATABASE_URL', 'it should be the URL of the database, as a user that may create roles']
        : api !== undefined && worker === undefined
          ? ['TENDER_WORKER_PASSWORD', 'it should be set beside TENDER_API_PASSWORD']
          : api === undefined && worker !== undefined
            ? ['TENDER_API_PASSWORD', 'it should be set beside TENDER_WORKER_PASSWORD']
            : null;
    if (missing !== null || connectionString === undefined) {
      const [name = '', message = ''] = missing ?? [];
      ctx.addIssue({ code: 'custom', path: [name], message, input: undefined });
      return z.NEVER;
    }
    return {
      ...env,
      connectionString,
      logins: api !== undefined && worker !== undefined ? { api, worker } : undefined,
    };
  });

async function main(): Promise<void> {
  const config = readConfig(configSchema, process.env);
  const store = config.S3_BUCKET === undefined ? null : storeOptions();

  const { applied } = await step('database', () =>
    migrate({
      connectionString: config.connectionString,
      ...(config.logins === undefined ? {} : { logins: config.logins }),
    }),
  );
  say(applied.length === 0 ? 'database: up to date' : `database: applied ${applied.join(', ')}`);
  say(config.logins === undefined ? 'roles: used by the log-in of the URL' : 'roles: log-ins with passwords');

  if (store?.driver === 's3') {
    const { created } = await step('bucket', () => ensureBucket(store));
    say(`bucket: ${store.bucket} ${created ? 'made' : 'is there'}`);
  }

  await step('keys', async () => {
    const client = new pg.Client({ connectionString: config.connectionString });
    await client.connect();
    try {
      const tenantId = await ensureTenant(client, config.BOOTSTRAP_TENANT);
      say(`tenant: ${config.BOOTSTRAP_TENANT}`);
      for (const [name, key, owner] of [
        ['API key', config.BOOTSTRAP_API_KEY, tenantId],
        ["operator's key", config.BOOTSTRAP_OPERATOR_KEY, null],
      ] as const) {
        if (key === undefined) continue;
        await createApiKey(client, { tenantId: owner, name: 'bootstrap', key });
        say(`${name}: set`);
      }
    } finally {
      await client.end();
    }
  });
}

/** Only the store's own variables, which its schema names when they are wrong. */
function storeOptions(): StoreOptions {
  return readConfig(storeOptionsSchema, process.env);
}

async function step<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw new Error(`${name}: ${reasonOf(cause)}`, { cause });
  }
}

/** A connection tried at several addresses fails with all their errors and no text of its own. */
function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

try {
  await main();
} catch (error) {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(
    `${error instanceof ConfigError ? '' : 'not migrated: '}${message.replaceAll('\n', ' ')}\n`,
  );
  process.exitCode = 1;
}
