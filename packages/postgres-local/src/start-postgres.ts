import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type Binaries, findBinaries } from './binaries.ts';
import { hasCluster, prepareDataDir, runningPid } from './data-dir.ts';
import { PostgresStartError } from './errors.ts';
import { type RunAs, runAs } from './run-as.ts';

/**
 * A real PostgreSQL 18 server on this machine, from binaries that come through npm: for the demo and the
 * tests. It listens on 127.0.0.1 only, with a password made at first start and kept beside the cluster.
 * It doesn't watch the server: if that dies, connections fail as with any server, and `exited` resolves.
 */
export interface LocalPostgres {
  /** Superuser URL of the `postgres` database. */
  connectionString: string;
  port: number;
  /** Where the cluster is; differs from the folder asked for where that can't be entered by the server's account. */
  dataDir: string;
  pid: number;
  /** Resolves when the server process has ended, whoever ended it. */
  exited: Promise<void>;
  /** Ends it: `fast` (default) rolls open transactions back, `immediate` is a crash. Waits 30 s, then SIGKILL. */
  stop(mode?: 'fast' | 'immediate'): Promise<void>;
}

export interface LocalPostgresOptions {
  dataDir: string;
  /** TCP port on 127.0.0.1; a free one by default. */
  port?: number;
  /** Server settings, as in postgresql.conf. */
  settings?: Record<string, string>;
  /** Gets the server's log, a piece at a time. */
  log?: (text: string) => void;
  /** How long the server may take to answer its first query, in ms. Default 60,000. */
  startTimeout?: number;
}

const MAJOR = '18';

/** Starts a server, making the cluster if the folder holds none. @throws PostgresStartError */
export async function startPostgres(options: LocalPostgresOptions): Promise<LocalPostgres> {
  const as = runAs();
  const binaries = await findBinaries(as);
  const dataDir = await prepareDataDir(options.dataDir, as);
  const other = await runningPid(dataDir);
  if (other !== null) {
    throw new PostgresStartError(
      'data_in_use',
      `${dataDir} is used by a server that runs already (pid ${other}). Stop that first, or choose another folder.`,
    );
  }
  const passwordFile = join(dataDir, 'superuser-password');
  if (!(await hasCluster(dataDir, MAJOR))) await initialise(binaries, dataDir, passwordFile, as);
  const password = (await readFile(passwordFile, 'utf8')).trim();

  const port = options.port ?? (await freePort());
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    port: String(port),
    timezone: 'UTC',
    ...options.settings,
  };
  const child = spawn(
    binaries.postgres,
    ['-D', dataDir, ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])],
    // A group of its own: Ctrl-C in a terminal must reach the caller first, who stops the server last.
    { ...as, cwd: dataDir, detached: true, stdio: ['ignore', 'pipe', 'pipe'], env: serverEnv() },
  );
  const output = collect(child, options.log);
  const exited = once(child, 'exit').then(() => {});
  const connectionString = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
  try {
    await untilAnswers(connectionString, child, options.startTimeout ?? 60_000, output);
  } catch (error) {
    child.kill('SIGKILL');
    throw error;
  }
  return {
    connectionString,
    port,
    dataDir,
    pid: child.pid ?? 0,
    exited,
    stop: (mode = 'fast') => stop(child, exited, mode),
  };
}

async function initialise(
  binaries: Binaries,
  dataDir: string,
  passwordFile: string,
  as: RunAs | null,
): Promise<void> {
  const draftDir = await mkdtemp(join(tmpdir(), 'tender-pg-'));
  const draft = join(draftDir, 'password');
  const password = randomBytes(24).toString('base64url');
  try {
    await writeFile(draft, `${password}\n`, { mode: 0o600 });
    if (as !== null) {
      await chown(draftDir, as.uid, as.gid);
      await chown(draft, as.uid, as.gid);
    }
    const args = [
      '-D',
      dataDir,
      '-U',
      'postgres',
      `--pwfile=${draft}`,
      '-A',
      'scram-sha-256',
      '-E',
      'UTF8',
      '--locale=C',
      '--builtin-locale=C.UTF-8',
      '--locale-provider=builtin',
      '--no-sync',
      '--no-instructions',
    ];
    const child = spawn(binaries.initdb, args, {
      ...as,
      cwd: dataDir,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: serverEnv(),
    });
    const output = collect(child);
    const [code] = await once(child, 'exit');
    if (code !== 0) throw new PostgresStartError('initdb_failed', `initdb ended with ${code}: ${output()}`);
    await writeFile(passwordFile, `${password}\n`, { mode: 0o600 });
    if (as !== null) await chown(passwordFile, as.uid, as.gid);
  } finally {
    await rm(draftDir, { recursive: true, force: true });
  }
}

/** The server needs none of the caller's variables, and PG* ones would mislead it. */
function serverEnv(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' };
}

function collect(child: ChildProcess, log?: (text: string) => void): () => string {
  let tail = '';
  const take = (chunk: Buffer): void => {
    const text = chunk.toString('utf8');
    tail = (tail + text).slice(-4_000);
    log?.(text);
  };
  child.stdout?.on('data', take);
  child.stderr?.on('data', take);
  return () => tail.trim();
}

async function untilAnswers(
  url: string,
  child: ChildProcess,
  timeout: number,
  output: () => string,
): Promise<void> {
  const deadline = performance.now() + timeout;
  let failure: Error | null = null;
  child.once('error', (error) => {
    failure = error;
  });
  while (performance.now() < deadline) {
    if (failure !== null || child.exitCode !== null || child.signalCode !== null) {
      throw new PostgresStartError('start_failed', `The PostgreSQL server did not start: ${output()}`, {
        cause: failure,
      });
    }
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query('select 1');
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    } finally {
      await client.end().catch(() => {});
    }
  }
  throw new PostgresStartError(
    'start_timeout',
    `The PostgreSQL server did not answer within ${timeout} ms: ${output()}`,
  );
}

async function stop(child: ChildProcess, exited: Promise<void>, mode: 'fast' | 'immediate'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
  const timer = setTimeout(() => child.kill('SIGKILL'), 30_000);
  try {
    await exited;
  } finally {
    clearTimeout(timer);
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string')
    throw new PostgresStartError('start_failed', 'no free port');
  return address.port;
}
