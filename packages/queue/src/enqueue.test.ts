import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { defineJob, enqueue, enqueueGroup, enqueueMany, getJob, migrate } from './index.ts';
import { testDatabase } from './testing.ts';

const note = defineJob({ type: 'note', payload: z.object({ text: z.string() }) });
const sum = defineJob({ type: 'sum', payload: z.object({ of: z.string() }) });

let db: Awaited<ReturnType<typeof testDatabase>>;
beforeAll(async () => {
  db = await testDatabase();
});
afterAll(() => db.drop());

describe('enqueue', () => {
  test('commits and rolls back with the caller', async () => {
    const client = await db.pool.connect();
    await client.query('begin');
    const { id } = await enqueue(client, note, { text: 'gone' });
    await client.query('rollback');
    expect(await getJob(db.pool, id)).toBeNull();
    await client.query('begin');
    const kept = await enqueue(
      client,
      note,
      { text: 'kept' },
      { tenantId: '7', priority: 3, headers: { traceparent: 'x' } },
    );
    await client.query('commit');
    client.release();
    expect(await getJob(db.pool, kept.id)).toMatchObject({
      type: 'note',
      payload: { text: 'kept' },
      tenantId: '7',
      priority: 3,
      status: 'queued',
      attempts: 0,
      headers: { traceparent: 'x' },
    });
  });

  test('takes 70,000 jobs in one call, in order', async () => {
    const made = await enqueueMany(
      db.pool,
      note,
      Array.from({ length: 70_000 }, (_, n) => ({ payload: { text: String(n) } })),
    );
    expect(made.length).toBe(70_000);
    expect(await getJob(db.pool, made[69_999]?.id ?? '')).toMatchObject({ payload: { text: '69999' } });
    await db.pool.query(`delete from queue.jobs where type = 'note'`);
  });

  test('a dedupe key lets one live job be, and names it', async () => {
    const made = await enqueueMany(db.pool, note, [
      { payload: { text: 'a' }, options: { dedupeKey: 'k' } },
      { payload: { text: 'b' } },
      { payload: { text: 'c' }, options: { dedupeKey: 'k' } },
    ]);
    expect(made.map((job) => job.deduplicated)).toEqual([false, false, true]);
    expect(made[2]?.id).toBe(made[0]?.id);
    const again = await enqueue(db.pool, note, { text: 'd' }, { dedupeKey: 'k' });
    expect(again).toEqual({ id: made[0]?.id, deduplicated: true });
    await db.pool.query(`update queue.jobs set status = 'done' where id = $1`, [made[0]?.id]);
    expect((await enqueue(db.pool, note, { text: 'e' }, { dedupeKey: 'k' })).deduplicated).toBe(false);
  });

  test.each([
    ['payload_nul', { text: 'a\0b' }],
    ['payload_invalid', { text: 'a\ud800b' }],
    ['payload_too_large', { text: 'x'.repeat(70_000) }],
    ['payload_invalid', { text: 5 as unknown as string }],
  ])('refuses a payload by name: %s', async (code, payload) => {
    await expect(enqueue(db.pool, note, payload)).rejects.toMatchObject({ code });
  });

  test('an escaped backslash before u0000 is not a NUL', async () => {
    const { id } = await enqueue(db.pool, note, { text: '\\u0000 \\ud800' });
    expect(await getJob(db.pool, id)).toMatchObject({ payload: { text: '\\u0000 \\ud800' } });
  });

  test('ids may be past 2^31', async () => {
    await db.pool.query(`alter table queue.jobs alter column id restart with 9007199254740995`);
    const { id } = await enqueue(db.pool, note, { text: 'far' });
    expect(id).toBe('9007199254740995');
    expect(await getJob(db.pool, id)).toMatchObject({ id });
  });
});

describe('enqueueGroup', () => {
  const group = (size: number) =>
    enqueueGroup(
      db.pool,
      Array.from({ length: size }, (_, n) => ({ job: note, payload: { text: `child ${n}` } })),
      { job: sum, payload: { of: 'children' }, options: { tenantId: '9' } },
    );
  const continuations = async (groupId: string) =>
    (
      await db.pool.query(
        `select tenant_id::text, headers from queue.jobs where type = 'sum' and headers -> 'group' ->> 'id' = $1`,
        [groupId],
      )
    ).rows;

  test('fires once, with the last end, whatever the ends; several of a group in one statement too', async () => {
    const { groupId, children } = await group(4);
    const ids = children.map((child) => child.id);
    await db.pool.query(`update queue.jobs set status = 'failed' where id = $1`, [ids[0]]);
    await db.pool.query(`update queue.jobs set status = 'queued' where id = $1`, [ids[0]]);
    await db.pool.query(`update queue.jobs set status = 'cancelled' where id = $1`, [ids[1]]);
    expect(await continuations(groupId)).toEqual([]);
    await db.pool.query(`update queue.jobs set status = 'done' where id = any ($1)`, [ids.slice(2)]);
    const fired = [{ tenant_id: '9', headers: { group: { id: groupId, done: 2, failed: 1, cancelled: 1 } } }];
    expect(await continuations(groupId)).toEqual(fired);
    await db.pool.query(`update queue.jobs set status = 'done' where id = $1`, [ids[0]]);
    expect(await continuations(groupId)).toEqual(fired);
  });

  test('children that end at the same moment on two connections fire it once', async () => {
    for (let round = 0; round < 20; round += 1) {
      const { groupId, children } = await group(2);
      await Promise.all(
        children.map(({ id }) => db.pool.query(`update queue.jobs set status = 'done' where id = $1`, [id])),
      );
      expect((await continuations(groupId)).length).toBe(1);
    }
  });

  test('of none fires at once', async () => {
    const { groupId } = await group(0);
    expect((await continuations(groupId)).length).toBe(1);
  });
});

test('ten migrations at once are one', async () => {
  const results = await Promise.all(Array.from({ length: 10 }, () => migrate({ connectionString: db.url })));
  expect(results.flatMap((result) => result.applied)).toEqual([]);
  await db.pool.query('drop schema queue cascade');
  const fresh = await Promise.all(Array.from({ length: 10 }, () => migrate({ connectionString: db.url })));
  expect(fresh.flatMap((result) => result.applied)).toEqual(['0001_queue.sql']);
});
