import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import {
  cancelJob,
  createWorker,
  defineJob,
  enqueue,
  enqueueMany,
  getJob,
  handle,
  type JobContext,
  listWorkers,
  PermanentError,
  RetryAfter,
  Snooze,
  type Worker,
  type WorkerOptions,
} from './index.ts';
import { testDatabase, until } from './testing.ts';

let db: Awaited<ReturnType<typeof testDatabase>>;
const workers: Worker[] = [];
const children: ChildProcess[] = [];
beforeAll(async () => {
  db = await testDatabase();
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  await db.pool.query(`delete from queue.jobs`);
});
afterAll(() => db.drop());

const task = defineJob({ type: 'task', payload: z.object({ n: z.number() }), maxAttempts: 3 });

async function work(
  run: (n: number, context: JobContext) => Promise<unknown>,
  options: Partial<WorkerOptions> = {},
): Promise<Worker> {
  const worker = createWorker({
    pool: db.pool,
    connectionString: db.url,
    service: 'test',
    drainTimeout: 0,
    handlers: [handle(task, (job, context) => run(job.payload.n, context))],
    ...options,
  });
  workers.push(worker);
  await worker.start();
  return worker;
}
const ended = (id: string, status = 'done') =>
  until(`job ${id} to be ${status}`, async () => {
    const job = await getJob(db.pool, id);
    return job?.status === status ? job : null;
  });
async function child(concurrency: number): Promise<ChildProcess> {
  const process = fork(new URL('./test-worker.ts', import.meta.url), [db.url, String(concurrency)]);
  children.push(process);
  await once(process, 'message');
  return process;
}

test('runs what is enqueued, before and after it waits', async () => {
  const seen: number[] = [];
  const before = await enqueue(db.pool, task, { n: 1 });
  await work(async (n) => {
    seen.push(n);
  });
  await ended(before.id);
  await until(
    'the worker to be idle',
    async () => (await db.pool.query(`select from queue.workers where idle`)).rowCount,
  );
  const after = await enqueue(db.pool, task, { n: 2 });
  await ended(after.id);
  expect(seen).toEqual([1, 2]);
});

test('the result and the end of the job are one commit', async () => {
  await db.pool.query(`create table if not exists results (n int primary key)`);
  const { id } = await enqueue(db.pool, task, { n: 5 });
  await work(async (n, context) => {
    await context.complete(async (tx) => {
      await tx.query(`insert into results values ($1)`, [n]);
    });
  });
  await ended(id);
  expect((await db.pool.query(`select n from results`)).rows).toEqual([{ n: 5 }]);
});

test.each([
  ['an error is retried later', new Error('a\0b'), { status: 'queued', attempts: 1, lastError: 'Error: ab' }],
  [
    'a permanent one fails now',
    new PermanentError('no'),
    { status: 'failed', attempts: 1, lastError: 'PermanentError: no' },
  ],
  ['RetryAfter is charged', new RetryAfter(3_600_000), { status: 'queued', attempts: 1 }],
  ['Snooze is not', new Snooze(3_600_000), { status: 'queued', attempts: 0 }],
  ['anything can be thrown', undefined, { status: 'queued', attempts: 1 }],
])('%s', async (_, thrown, expected) => {
  const { id } = await enqueue(db.pool, task, { n: 1 });
  await work(async () => {
    throw thrown;
  });
  const job = await until('the attempt to end', async () => {
    const now = await getJob(db.pool, id);
    return now !== null && now.history.length > 0 ? now : null;
  });
  expect(job).toMatchObject(expected);
});

test('a stop releases what runs, uncharged; both may be called twice', async () => {
  const { id } = await enqueue(db.pool, task, { n: 1 });
  const started = Promise.withResolvers<void>();
  const worker = await work((_n, context) => {
    started.resolve();
    return new Promise((_resolve, reject) =>
      context.signal.addEventListener('abort', () => reject(context.signal.reason)),
    );
  });
  await worker.start();
  await started.promise;
  await Promise.all([worker.stop(), worker.stop()]);
  expect(await getJob(db.pool, id)).toMatchObject({
    status: 'queued',
    attempts: 0,
    history: [{ reason: 'released' }],
  });
});

test('cancelling a running job aborts its handler', async () => {
  const { id } = await enqueue(db.pool, task, { n: 1 });
  const started = Promise.withResolvers<void>();
  const aborted = Promise.withResolvers<unknown>();
  await work((_n, context) => {
    started.resolve();
    return new Promise((_resolve, reject) =>
      context.signal.addEventListener('abort', () => {
        aborted.resolve(context.signal.reason);
        reject(context.signal.reason);
      }),
    );
  });
  await started.promise;
  expect(await cancelJob(db.pool, id)).toBe(true);
  expect(await aborted.promise).toMatchObject({ why: 'cancelled' });
  expect(await getJob(db.pool, id)).toMatchObject({ status: 'cancelled' });
});

test('a handler that blocks the event loop past its lease keeps it', async () => {
  const { id } = await enqueue(db.pool, task, { n: 1 });
  let runs = 0;
  const blocked = await work(
    async () => {
      runs += 1;
      const end = performance.now() + 3_000;
      while (performance.now() < end);
    },
    { lease: '900ms', heartbeat: '200ms' },
  );
  await ended(id);
  expect(runs).toBe(1);
  expect(await getJob(db.pool, id)).toMatchObject({ attempts: 1, workerId: blocked.id, history: [] });
});

test('kill -9: the job runs elsewhere, charged, long before its lease ends', async () => {
  const victim = await child(1);
  const hang = defineJob({ type: 'hang', payload: z.object({}) });
  const { id } = await enqueue(db.pool, hang, {});
  await ended(id, 'running');
  victim.kill('SIGKILL');
  const killedAt = performance.now();
  const heir = createWorker({
    pool: db.pool,
    connectionString: db.url,
    service: 'heir',
    handlers: [handle(hang, async () => {})],
  });
  workers.push(heir);
  await heir.start();
  const job = await ended(id);
  console.log(`kill -9 to done elsewhere: ${((performance.now() - killedAt) / 1_000).toFixed(2)} s`);
  expect(job).toMatchObject({
    attempts: 2,
    workerId: heir.id,
    history: [{ reason: 'worker_died', error: 'lease expired' }],
  });
  expect((await listWorkers(db.pool)).filter((worker) => worker.pid === victim.pid)).toMatchObject([
    { state: 'dead' },
  ]);
});

test('one poison job among fifty innocents: fifty done, one failed', async () => {
  const dish = defineJob({ type: 'dish', payload: z.object({ poison: z.boolean() }), maxAttempts: 3 });
  await enqueueMany(
    db.pool,
    dish,
    Array.from({ length: 51 }, (_, n) => ({ payload: { poison: n === 5 } })),
  );
  const keepAlive = new AbortController();
  const respawn = async (): Promise<void> => {
    while (!keepAlive.signal.aborted) {
      const process = await child(10);
      await once(process, 'exit');
    }
  };
  const running = respawn().catch(() => {});
  // Someone must be there to notice; it handles nothing of this type.
  await work(async () => {});
  const counted = await until(
    'all to end',
    async () => {
      const { rows } = await db.pool.query<{ status: string; n: number }>(
        `select status, count(*)::int as n from queue.jobs where type = 'dish' group by status order by status`,
      );
      return rows.every((row) => row.status === 'done' || row.status === 'failed') ? rows : null;
    },
    120_000,
  );
  keepAlive.abort();
  for (const process of children) process.kill('SIGKILL');
  await running;
  expect(counted).toEqual([
    { status: 'done', n: 50 },
    { status: 'failed', n: 1 },
  ]);
});
