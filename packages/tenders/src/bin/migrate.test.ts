import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authenticate } from '../api-keys.ts';
import { makeDatabase } from '../testing/test-database.ts';

/** The program as compose and the demo start it. */

let connectionString: string;
let db: pg.Pool;
beforeAll(async () => {
  connectionString = await makeDatabase();
  db = new pg.Pool({ connectionString });
});
afterAll(() => db.end());

const program = fileURLToPath(new URL('migrate.ts', import.meta.url));

/** Runs it with these variables and none of the caller's but what Node needs. */
function run(env: Record<string, string>): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const { PATH = '', NODE_OPTIONS = '' } = process.env;
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [program],
      { env: { PATH, NODE_OPTIONS, ...env }, timeout: 120_000 },
      (_error, stdout, stderr) => resolve({ code: child.exitCode, stdout, stderr }),
    );
  });
}

const API_KEY = 'tk_migratetest_0123456789abcdef';
const OPERATOR_KEY = 'op_migratetest_0123456789abcdef';

test('it makes schema, tenant and keys, says so step by step, and may run again', async () => {
  const env = {
    MIGRATE_DATABASE_URL: connectionString,
    BOOTSTRAP_TENANT: 'first',
    BOOTSTRAP_API_KEY: API_KEY,
    BOOTSTRAP_OPERATOR_KEY: OPERATOR_KEY,
  };
  const first = await run(env);
  expect(first).toMatchObject({ code: 0, stderr: '' });
  expect(first.stdout.split('\n')).toEqual([
    expect.stringMatching(/^database: applied 0001_tenders\.sql, /),
    'roles: used by the log-in of the URL',
    'tenant: first',
    'API key: set',
    "operator's key: set",
    '',
  ]);
  const again = await run(env);
  expect(again).toMatchObject({ code: 0, stderr: '' });
  expect(again.stdout).toMatch(/^database: up to date\n/);

  expect(await authenticate(db, API_KEY)).toMatchObject({ scope: 'tenant', tenantId: expect.any(String) });
  expect(await authenticate(db, OPERATOR_KEY)).toMatchObject({ scope: 'operator', tenantId: null });
  const tenants = await db.query('select name from tender.tenants');
  expect(tenants.rows).toEqual([{ name: 'first' }]);
  expect(first.stdout + again.stdout).not.toContain('0123456789abcdef');
});

test('with passwords the roles are log-ins, which are bound by row-level security and reach no other role', async () => {
  const passwords = { TENDER_API_PASSWORD: 'api-password', TENDER_WORKER_PASSWORD: 'worker-password' };
  const done = await run({ DATABASE_URL: connectionString, ...passwords });
  expect(done).toMatchObject({ code: 0, stderr: '' });
  expect(done.stdout).toContain('roles: log-ins with passwords');
  for (const [role, password] of [
    ['tender_api', 'api-password'],
    ['tender_worker', 'worker-password'],
  ] as const) {
    const url = new URL(connectionString);
    url.username = role;
    url.password = password;
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    try {
      await expect(client.query('set role postgres')).rejects.toThrow(/permission denied/);
      await expect(client.query('select * from tender.api_keys')).rejects.toThrow(/permission denied/);
      expect((await client.query('select from tender.tenders')).rowCount).toBe(0);
    } finally {
      await client.end();
    }
  }
});

const WRONG: [what: string, env: Record<string, string>, line: RegExp][] = [
  ['no database', {}, /^MIGRATE_DATABASE_URL is not set: it should be the URL of the database/],
  ['a URL that is none', { DATABASE_URL: 'localhost:5432' }, /^DATABASE_URL is wrong: it should be the URL/],
  [
    'one password of two',
    { DATABASE_URL: 'postgres://x@127.0.0.1/x', TENDER_API_PASSWORD: 'only-this-one' },
    /^TENDER_WORKER_PASSWORD is not set: it should be set beside TENDER_API_PASSWORD/,
  ],
  [
    'a database that is not there',
    { DATABASE_URL: 'postgres://x@127.0.0.1:1/x' },
    /^not migrated: database: .*ECONNREFUSED/,
  ],
  [
    'a bucket without the secret of its key',
    { DATABASE_URL: 'postgres://x@127.0.0.1:1/x', S3_BUCKET: 'b', S3_ACCESS_KEY_ID: 'id' },
    /^S3_SECRET_ACCESS_KEY is not set/,
  ],
];

test.each(WRONG)('%s is one line and exit code 1', async (_what, env, line) => {
  const { code, stdout, stderr } = await run(env);
  expect(stderr).toMatch(line);
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
});

test('a key of the wrong form is one line that says the form', async () => {
  const { code, stderr } = await run({ DATABASE_URL: connectionString, BOOTSTRAP_API_KEY: 'letmein' });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^not migrated: keys: An API key has the form tk_PREFIX_SECRET/);
  expect(stderr).not.toContain('letmein');
});

test('an object store that does not answer is not passed over', async () => {
  const { code, stderr } = await run({
    DATABASE_URL: connectionString,
    S3_BUCKET: 'b',
    S3_ENDPOINT: 'http://127.0.0.1:1',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'secret',
  });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^not migrated: bucket: /);
});
