import pg from 'pg';
import { expect, test } from 'vitest';
import { migrate, migrationFiles } from './migrate.ts';
import { makeDatabase } from './testing/test-database.ts';

test('ten at once make one schema, each file once', async () => {
  const connectionString = await makeDatabase();
  const runs = await Promise.all(Array.from({ length: 10 }, () => migrate({ connectionString })));
  expect(runs.flatMap((run) => run.applied).sort()).toEqual(await migrationFiles());
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query('select name from tender.migrations order by name');
    expect(rows.map((row) => row.name)).toEqual(await migrationFiles());
  } finally {
    await client.end();
  }
});

test('every table with a tenant has forced row-level security and a policy', async () => {
  const connectionString = await makeDatabase();
  await migrate({ connectionString });
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query(
      `select c.relname as name
       from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
       where c.relnamespace = 'tender'::regnamespace and c.relkind = 'r' and c.relname <> 'api_keys'
         and not (c.relrowsecurity and c.relforcerowsecurity
                  and exists (select from pg_policy p where p.polrelid = c.oid))`,
    );
    expect(rows).toEqual([]);
    const views = await client.query(
      `select relname from pg_class
       where relnamespace = 'tender'::regnamespace and relkind = 'v'
         and not coalesce(reloptions, '{}') @> array['security_invoker=true']`,
    );
    expect(views.rows).toEqual([]);
  } finally {
    await client.end();
  }
});
