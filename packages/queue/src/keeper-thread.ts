import { parentPort, workerData } from 'node:worker_threads';
import pg from 'pg';
import type { FromKeeper, KeeperData, ToKeeper } from './keeper-messages.ts';
import { LOCK_CLASS } from './worker-lock.ts';

/*
 * The lease keeper: a thread with a connection of its own, so that a handler that blocks the event loop keeps its
 * lease. One statement a beat says that the worker lives and extends what it holds; claims that don't come back are
 * lost. The session's advisory lock shows other workers that this process lives: it ends with the process.
 * When the database can't be reached, claims are given up here before their leases lapse there.
 */
const data: KeeperData = workerData;
const port = parentPort;
if (port === null) throw new Error('keeper-thread.ts runs as a worker thread only');

interface Held {
  token: string;
  /** performance.now() after which it is no longer extended: the job's own time limit */
  until: number;
  /** performance.now() of the last moment at which the database surely had the lease extended */
  extendedAt: number;
}

const held = new Map<string, Held>();
/** The session, while there is one. */
const session: { client: pg.Client | null } = { client: null };
let stopping = false;
let wake: () => void = () => {};

const send = (message: FromKeeper): void => port.postMessage(message);

port.on('message', (message: ToKeeper) => {
  if (message.kind === 'hold') {
    const now = performance.now();
    held.set(message.id, { token: message.token, until: now + message.timeoutMs, extendedAt: now });
  } else if (message.kind === 'drop') {
    held.delete(message.id);
  } else {
    stopping = true;
    wake();
  }
});

const BEAT = `
with given as (
  select * from unnest($2::bigint[], $3::bigint[]) as g(id, token)
), lives as (
  update queue.workers set heartbeat_at = now(), lock_missing_since = null where id = $1
), free as (
  -- A row that the worker's own transaction holds is skipped: that transaction extends it itself.
  select j.id from queue.jobs j join given g on j.id = g.id and j.lease_token = g.token
  where j.status = 'running' for no key update of j skip locked
), extended as (
  update queue.jobs j set leased_until = now() + $4 * interval '1 ms' from free where j.id = free.id
)
select j.id::text from queue.jobs j join given g on j.id = g.id and j.lease_token = g.token where j.status = 'running'`;

async function connect(): Promise<pg.Client> {
  const fresh = new pg.Client({
    connectionString: data.connectionString,
    application_name: `${data.service} lease keeper`,
    connectionTimeoutMillis: Math.min(5_000, data.heartbeatMs),
    query_timeout: Math.min(10_000, data.heartbeatMs),
    keepAlive: true,
  });
  fresh.on('error', () => {
    if (session.client === fresh) session.client = null;
    wake();
  });
  await fresh.connect();
  try {
    const { rows } = await fresh.query<{ lock_key: number }>(
      `insert into queue.workers (id, service, host, pid, types) values ($1, $2, $3, $4, $5)
       on conflict (id) do update set died_at = null, stopped_at = null, heartbeat_at = now()
       returning lock_key`,
      [data.workerId, data.service, data.host, data.pid, data.types],
    );
    const key = rows[0]?.lock_key ?? 0;
    await fresh.query(`select pg_try_advisory_lock($1, $2)`, [LOCK_CLASS, key]);
    // Behind a transaction-mode pooler the next statement may run in another session, which does not have the lock.
    const mine = await fresh.query<{ mine: boolean }>(
      `select exists (select from pg_locks where locktype = 'advisory' and classid = $1 and objid = $2
         and pid = pg_backend_pid() and granted) as mine`,
      [LOCK_CLASS, key],
    );
    const hasLock = mine.rows[0]?.mine ?? false;
    await fresh.query(`update queue.workers set has_lock = $2, lock_missing_since = null where id = $1`, [
      data.workerId,
      hasLock,
    ]);
    send({ kind: 'ready', hasLock });
    return fresh;
  } catch (error) {
    await fresh.end().catch(() => {});
    throw error;
  }
}

async function beat(): Promise<void> {
  const now = performance.now();
  const asked = [...held].filter(([, job]) => job.until > now);
  session.client ??= await connect();
  const { rows } = await session.client.query<{ id: string }>(BEAT, [
    data.workerId,
    asked.map(([id]) => id),
    asked.map(([, job]) => job.token),
    data.leaseMs,
  ]);
  const kept = new Set(rows.map((row) => row.id));
  const lost: string[] = [];
  for (const [id, job] of asked) {
    if (kept.has(id)) job.extendedAt = now;
    else if (held.get(id) === job) {
      held.delete(id);
      lost.push(id);
    }
  }
  if (lost.length > 0) send({ kind: 'lost', ids: lost });
  send({ kind: 'beat', ok: true });
}

/** Claims whose lease may lapse before the next beat can save it. */
function giveUpLapsing(): void {
  const now = performance.now();
  const lost = [...held]
    .filter(([, job]) => now - job.extendedAt > data.leaseMs - data.heartbeatMs)
    .map(([id]) => id);
  for (const id of lost) held.delete(id);
  if (lost.length > 0) send({ kind: 'lost', ids: lost });
}

while (!stopping) {
  let pause = data.heartbeatMs;
  try {
    await beat();
  } catch (error) {
    const broken = session.client;
    session.client = null;
    await broken?.end().catch(() => {});
    send({ kind: 'beat', ok: false, error: String(error) });
    pause = 250;
  }
  giveUpLapsing();
  if (stopping) break;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, pause);
    wake = () => {
      clearTimeout(timer);
      resolve();
    };
  });
  if (session.client === null && pause === data.heartbeatMs) giveUpLapsing();
}
try {
  await session.client?.query(`update queue.workers set stopped_at = now(), idle = false where id = $1`, [
    data.workerId,
  ]);
  await session.client?.end();
} catch {
  // The database is away: this worker's row will be found without its lock.
}
send({ kind: 'stopped' });
port.close();
