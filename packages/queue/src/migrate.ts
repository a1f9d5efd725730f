import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';

const FOLDER = new URL('../migrations/', import.meta.url);

/**
 * Brings the schema `queue` to this version. Each file runs once, in a transaction of its own. Ten processes may
 * start it at once: an advisory lock lets one work while the others wait and find it done.
 */
export async function migrate(options: { connectionString: string }): Promise<{ applied: string[] }> {
  const client = new pg.Client({ connectionString: options.connectionString });
  await client.connect();
  try {
    await client.query(`select pg_advisory_lock(hashtext('queue.migrate'))`);
    await client.query(`create schema if not exists queue`);
    await client.query(
      `create table if not exists queue.migrations (name text primary key, applied_at timestamptz not null default now())`,
    );
    const { rows } = await client.query<{ name: string }>(`select name from queue.migrations`);
    const known = new Set(rows.map((row) => row.name));
    const applied: string[] = [];
    for (const name of (await readdir(FOLDER)).filter((file) => file.endsWith('.sql')).sort()) {
      if (known.has(name)) continue;
      const text = await readFile(new URL(name, FOLDER), 'utf8');
      await client.query('begin');
      try {
        await client.query(text);
        await client.query(`insert into queue.migrations (name) values ($1)`, [name]);
        await client.query('commit');
      } catch (error) {
        await client.query('rollback');
        throw error;
      }
      applied.push(name);
    }
    return { applied };
  } finally {
    await client.end();
  }
}
