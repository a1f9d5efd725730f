import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { claimJobs } from './claim-jobs.ts';
import { completeJob, failJob, holdClaim, releaseJob, reportProgress, retryJob } from './finish-job.ts';
import { cancelJob, defineJob, enqueue, getJob, LeaseLostError, retryJob as retryEnded } from './index.ts';
import type { ClaimedJob } from './job.ts';
import { createContext } from './job-context.ts';
import { reclaimExpired, reclaimFromDead } from './reclaim-jobs.ts';
import { testDatabase } from './testing.ts';

const work = defineJob({ type: 'work', payload: z.object({}), maxAttempts: 2 });
let db: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

async function claim(workerId = 'a', suspect = false): Promise<ClaimedJob> {
  const [job] = await claimJobs(db.pool, { workerId, types: ['work'], limit: 1, leaseMs: 60_000, suspect });
  if (job === undefined) throw new Error('nothing to claim');
  return job;
}
async function claimed(): Promise<ClaimedJob> {
  await db.pool.query(`delete from queue.jobs`);
  await enqueue(db.pool, work, {});
  return await claim();
}
const lapse = (id: string) =>
  db.pool.query(`update queue.jobs set leased_until = now() - interval '1 s' where id = $1`, [id]);
const statusOf = async (id: string) => (await getJob(db.pool, id))?.status;

/** Every way to lose a claim while the worker still thinks it has it. */
const WAYS: [string, (job: ClaimedJob) => Promise<unknown>][] = [
  [
    'reclaim',
    async (job) => {
      await lapse(job.id);
      await reclaimExpired(db.pool);
    },
  ],
  [
    'reclaim and claim by another',
    async (job) => {
      await lapse(job.id);
      await reclaimExpired(db.pool);
      await claim('b');
    },
  ],
  ['rescue', (job) => reclaimFromDead(db.pool, 'a').then(() => job)],
  ['cancel', (job) => cancelJob(db.pool, job.id)],
  [
    'cancel, operator retry and claim: attempts match again',
    async (job) => {
      await cancelJob(db.pool, job.id);
      await retryEnded(db.pool, job.id);
      expect((await claim('b')).attempt).toBe(job.attempt);
    },
  ],
  [
    'release and claim: attempts match again',
    async (job) => {
      await releaseJob(db.pool, job, 'released');
      expect((await claim('b')).attempt).toBe(job.attempt);
    },
  ],
  ['snooze', (job) => releaseJob(db.pool, job, 'snoozed', 0)],
  ['done', (job) => completeJob(db.pool, job)],
];

describe.each(WAYS)('after %s a stale worker changes nothing', (_, lose) => {
  test.each<[string, (job: ClaimedJob) => Promise<unknown>, unknown]>([
    ['complete', (job) => completeJob(db.pool, job), false],
    ['hold', (job) => holdClaim(db.pool, job, 60_000), false],
    ['fail', (job) => failJob(db.pool, job, 'x'), false],
    ['retry', (job) => retryJob(db.pool, job, 'x', null), null],
    ['release', (job) => releaseJob(db.pool, job, 'released'), false],
    ['progress', (job) => reportProgress(db.pool, job, 1), false],
  ])('%s', async (_verb, verb, nothing) => {
    const job = await claimed();
    await lose(job);
    const before = await getJob(db.pool, job.id);
    expect(await verb(job)).toBe(nothing);
    expect(await getJob(db.pool, job.id)).toEqual(before);
  });

  test.each(['transaction', 'complete'] as const)('ctx.%s rolls back', async (verb) => {
    const job = await claimed();
    await lose(job);
    const { context } = createContext({
      pool: db.pool,
      claim: job,
      workerId: 'a',
      leaseMs: 60_000,
      signal: new AbortController().signal,
    });
    await expect(
      context[verb](async (tx) => {
        await tx.query(`select 1`);
      }),
    ).rejects.toBeInstanceOf(LeaseLostError);
  });
});

test('the token only grows', async () => {
  const job = await claimed();
  let last = BigInt(job.token);
  for (const step of [
    () => releaseJob(db.pool, job, 'released'),
    () => claim('b'),
    () => cancelJob(db.pool, job.id),
    () => retryEnded(db.pool, job.id),
    () => claim('c'),
    async () => {
      await lapse(job.id);
      await reclaimExpired(db.pool);
    },
  ]) {
    await step();
    const { rows } = await db.pool.query<{ token: string }>(
      `select lease_token::text as token from queue.jobs where id = $1`,
      [job.id],
    );
    const now = BigInt(rows[0]?.token ?? '0');
    expect(now).toBeGreaterThan(last);
    last = now;
  }
});

test('reclaim has two arms, and leaves alone what a fenced transaction holds', async () => {
  const first = await claimed();
  await lapse(first.id);
  const { context } = createContext({
    pool: db.pool,
    claim: first,
    workerId: 'a',
    leaseMs: 60_000,
    signal: new AbortController().signal,
  });
  await context.transaction(async () => {
    expect(await reclaimExpired(db.pool)).toEqual([]);
  });
  await lapse(first.id);
  expect(await reclaimExpired(db.pool)).toMatchObject([{ id: first.id, status: 'queued' }]);
  expect(await getJob(db.pool, first.id)).toMatchObject({ lastError: 'lease expired', attempts: 1 });
  const second = await claim('b');
  await lapse(second.id);
  expect(await reclaimExpired(db.pool)).toMatchObject([{ status: 'failed' }]);
  expect(await getJob(db.pool, first.id)).toMatchObject({
    status: 'failed',
    lastError: 'lease expired on final attempt',
    attempts: 2,
    history: [
      { attempt: 1, reason: 'lease_expired', workerId: 'a' },
      { attempt: 2, reason: 'lease_expired', workerId: 'b' },
    ],
  });
});

test('a retry on the last attempt fails; before, it waits as the article says', async () => {
  const job = await claimed();
  expect(await retryJob(db.pool, job, 'boom', null)).toBe('queued');
  const { rows } = await db.pool.query<{ wait: number }>(
    `select extract(epoch from run_after - now())::float8 as wait from queue.jobs`,
  );
  expect(rows[0]?.wait).toBeGreaterThan(9);
  expect(rows[0]?.wait).toBeLessThanOrEqual(30);
  await db.pool.query(`update queue.jobs set run_after = now()`);
  expect(await retryJob(db.pool, await claim(), 'boom', null)).toBe('failed');
  expect(await getJob(db.pool, job.id)).toMatchObject({ status: 'failed', lastError: 'boom' });
});

test('several jobs of a dead process are refunded and suspect; one alone stays charged', async () => {
  await db.pool.query(`delete from queue.jobs`);
  const a = await enqueue(db.pool, work, {});
  const b = await enqueue(db.pool, work, {});
  await claim('dead');
  await claim('dead');
  await reclaimFromDead(db.pool, 'dead');
  expect(await getJob(db.pool, a.id)).toMatchObject({ status: 'queued', attempts: 0 });
  expect(await getJob(db.pool, b.id)).toMatchObject({ status: 'queued', attempts: 0 });
  await expect(claim()).rejects.toThrow('nothing to claim');
  const alone = await claim('dead2', true);
  await reclaimFromDead(db.pool, 'dead2');
  expect(await getJob(db.pool, alone.id)).toMatchObject({ status: 'queued', attempts: 1 });
});

test('claims in order of priority, time and id; not the future, not the paused', async () => {
  await db.pool.query(`delete from queue.jobs`);
  const late = await enqueue(db.pool, work, {}, { runAfter: new Date(Date.now() + 3_600_000), priority: 9 });
  const low = await enqueue(db.pool, work, {}, { priority: -5 });
  const one = await enqueue(db.pool, work, {});
  const two = await enqueue(db.pool, work, {});
  const high = await enqueue(db.pool, work, {}, { priority: 5 });
  await db.pool.query(`insert into queue.paused_types values ('work')`);
  await expect(claim()).rejects.toThrow('nothing to claim');
  await db.pool.query(`delete from queue.paused_types`);
  const order = [(await claim()).id, (await claim()).id, (await claim()).id, (await claim()).id];
  expect(order).toEqual([high.id, one.id, two.id, low.id]);
  expect(await statusOf(late.id)).toBe('queued');
});
