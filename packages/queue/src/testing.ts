import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { migrate } from './migrate.ts';

/** A migrated database of its own for one test file, on the server that TEST_DATABASE_URL names. */
export async function testDatabase(): Promise<{ url: string; pool: pg.Pool; drop(): Promise<void> }> {
  const server = process.env['TEST_DATABASE_URL'];
  if (server === undefined) throw new Error('TEST_DATABASE_URL is not set: run the tests through vitest');
  const name = `queue_${randomUUID().replaceAll('-', '')}`;
  const admin = new pg.Pool({ connectionString: server, max: 1 });
  await admin.query(`create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  await migrate({ connectionString: url.href });
  const pool = new pg.Pool({ connectionString: url.href, max: 20 });
  pool.on('error', () => {});
  return {
    url: url.href,
    pool,
    async drop() {
      await pool.end();
      await admin.query(`drop database ${name} with (force)`);
      await admin.end();
    },
  };
}

/** Waits until `look` finds something; a wait that ends without says what was seen last. @param deadline ms */
export async function until<T>(
  what: string,
  look: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  deadline = 60_000,
): Promise<T> {
  const end = performance.now() + deadline;
  while (performance.now() < end) {
    const found = await look();
    if (found !== null && found !== undefined && found !== false) return found;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`waited ${deadline} ms for ${what}`);
}
