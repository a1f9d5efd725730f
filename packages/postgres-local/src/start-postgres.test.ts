import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, test } from 'vitest';
import { startPostgres } from './index.ts';

const dir = await mkdtemp(join(tmpdir(), 'tender-pg-test-'));
afterAll(() => rm(dir, { recursive: true, force: true }));

async function query(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

test('keeps its data over a restart, refuses a folder in use, and runs as no superuser of the machine', async () => {
  const dataDir = join(dir, 'data');
  const first = await startPostgres({ dataDir });
  await query(first.connectionString, 'create table t as select 7 as n');
  await expect(startPostgres({ dataDir })).rejects.toMatchObject({ code: 'data_in_use' });
  await first.stop('immediate');
  await first.exited;

  const second = await startPostgres({ dataDir, settings: { max_connections: '17' } });
  expect(await query(second.connectionString, 'select n from t')).toEqual([{ n: 7 }]);
  expect(await query(second.connectionString, 'show max_connections')).toEqual([{ max_connections: '17' }]);
  await second.stop();
});
