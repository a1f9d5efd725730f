import type pg from 'pg';

/** What a statement needs: a client inside a transaction whose tenant is set. */
export interface Tx {
  query<Row extends pg.QueryResultRow = pg.QueryResultRow>(
    text: string,
    values?: unknown[],
  ): Promise<pg.QueryResult<Row>>;
}

/**
 * Names the tenant for the rest of the open transaction; row-level security shows its rows and no others.
 * The setting ends with the transaction, so a pooled connection can't carry it to the next caller.
 */
export async function setTenant(
  tx: { query(text: string, values?: unknown[]): Promise<unknown> },
  tenantId: string,
): Promise<void> {
  await tx.query(`select set_config('app.tenant_id', $1, true)`, [tenantId]);
}

/** Runs `work` in one transaction as the tenant: committed when it returns, rolled back when it throws. */
export async function withTenant<T>(
  pool: pg.Pool,
  tenantId: string,
  work: (tx: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    await setTenant(client, tenantId);
    const result = await work(client);
    await client.query('commit');
    return result;
  } catch (error) {
    await client.query('rollback').catch((cause: Error) => {
      broken = cause;
    });
    throw error;
  } finally {
    // A connection that could not even roll back is not given to the next caller.
    client.release(broken);
  }
}
