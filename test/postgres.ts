import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@tender/postgres-local';

/**
 * Vitest's global set-up: one throw-away Postgres 18 cluster for the whole run, its superuser URL in
 * TEST_DATABASE_URL. Each test file makes databases of its own in it. A TEST_DATABASE_URL that is set already
 * is used as it is, so the suite can run against any server.
 */
export default async function setup(): Promise<() => Promise<void>> {
  if (process.env['TEST_DATABASE_URL']) return async () => {};
  const dir = await mkdtemp(join(tmpdir(), 'tender-test-pg-'));
  const postgres = await startPostgres({ dataDir: join(dir, 'data'), settings: { max_connections: '300' } });
  process.env['TEST_DATABASE_URL'] = postgres.connectionString;
  return async () => {
    await postgres.stop();
    await rm(dir, { recursive: true, force: true });
  };
}
