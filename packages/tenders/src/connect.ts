import pg from 'pg';

/** How a service reaches the database. */
export interface PoolOptions {
  connectionString: string;
  /**
   * The role every connection acts under (`tender_api`, `tender_worker`). Empty: as the user of the connection
   * string, which must then be that role itself (a log-in of its own, or behind a pooler that refuses start-up options).
   */
  role: string;
  /** Most connections at once. */
  max?: number;
  /** Shown in pg_stat_activity. */
  applicationName: string;
}

/**
 * A pool whose connections act under the service's role from their first statement on.
 * Waiting for a free connection ends after 10 s, a statement after 60 s, an abandoned transaction after 60 s.
 */
export function createPool(options: PoolOptions): pg.Pool {
  if (!/^[a-z_]*$/.test(options.role)) throw new TypeError(`not a role name: ${options.role}`);
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    max: options.max ?? 10,
    application_name: options.applicationName,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: 60_000,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
    ...(options.role === '' ? {} : { options: `-c role=${options.role}` }),
  });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {});
  return pool;
}

/** A URL whose connections act under the role from their first statement on, for a client that takes a URL alone. */
export function asRole(connectionString: string, role: string): string {
  if (role === '') return connectionString;
  const url = new URL(connectionString);
  const given = url.searchParams.get('options');
  url.searchParams.set('options', `${given === null ? '' : `${given} `}-c role=${role}`);
  return url.href;
}
