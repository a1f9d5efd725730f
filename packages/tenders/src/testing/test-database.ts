import pg from 'pg';

/** A new, empty database of the test cluster, with which it goes. @returns its URL, as the cluster's superuser */
export async function makeDatabase(): Promise<string> {
  const cluster = process.env['TEST_DATABASE_URL'];
  if (cluster === undefined) throw new Error('TEST_DATABASE_URL is not set');
  const name = `tenders_test_${process.pid}_${Math.random().toString(36).slice(2)}`;
  const admin = new pg.Client({ connectionString: cluster });
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  const url = new URL(cluster);
  url.pathname = `/${name}`;
  return url.href;
}
