import { readdir, readFile } from 'node:fs/promises';
import { migrate as migrateQueue } from '@tender/queue';
import pg from 'pg';

/**
 * Brings a database to this version: the queue's schema, then the product's, then the services' rights.
 * Safe when many processes start it at once (one works, the others wait and find it done); each file runs
 * once, in a transaction of its own. Needs a role that may create schemas and roles.
 *
 * `logins` turns the services' roles into log-ins with the passwords given. Without it they stay group roles,
 * of which the migrating user becomes a member, so that one user can serve all services on one machine.
 */
export async function migrate(options: {
  connectionString: string;
  logins?: { api: string; worker: string };
}): Promise<{ applied: string[] }> {
  await migrateQueue({ connectionString: options.connectionString });
  const client = new pg.Client({ connectionString: options.connectionString });
  await client.connect();
  try {
    await client.query(`select pg_advisory_lock(hashtext('tender.migrate'))`);
    await client.query(`create schema if not exists tender`);
    await client.query(
      `create table if not exists tender.migrations (name text primary key, applied_at timestamptz not null default now())`,
    );
    const done = await client.query<{ name: string }>(`select name from tender.migrations`);
    const known = new Set(done.rows.map((row) => row.name));
    const applied: string[] = [];
    for (const name of await migrationFiles()) {
      if (known.has(name)) continue;
      await inTransaction(client, async () => {
        await client.query(await migrationText(name));
        await client.query(`insert into tender.migrations (name) values ($1)`, [name]);
      });
      applied.push(name);
    }
    await inTransaction(client, async () => {
      await client.query(await migrationText('grants.sql'));
      await grantRoles(client, options.logins);
    });
    return { applied };
  } finally {
    await client.end();
  }
}

async function grantRoles(
  client: pg.Client,
  logins: { api: string; worker: string } | undefined,
): Promise<void> {
  if (logins === undefined) {
    for (const role of ['tender_api', 'tender_worker', 'tender_readonly']) {
      // A superuser is a member of every role; and granting twice at once from two databases would collide.
      const { rows } = await client.query(`select pg_has_role(current_user, $1, 'member') as member`, [role]);
      if (rows[0]?.member !== true) await client.query(`grant ${role} to current_user`);
    }
    return;
  }
  await client.query(`alter role tender_api login password ${client.escapeLiteral(logins.api)}`);
  await client.query(`alter role tender_worker login password ${client.escapeLiteral(logins.worker)}`);
}

const FOLDER = new URL('../migrations/', import.meta.url);

/** Names of the numbered files, in order. */
export async function migrationFiles(): Promise<string[]> {
  return (await readdir(FOLDER)).filter((name) => /^\d{4}_.+\.sql$/.test(name)).sort();
}

async function migrationText(name: string): Promise<string> {
  return await readFile(new URL(name, FOLDER), 'utf8');
}

async function inTransaction(client: pg.Client, work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}
