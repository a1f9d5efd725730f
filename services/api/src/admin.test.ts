import { defineJob, enqueue } from '@tender/queue';
import {
  jobListSchema,
  jobStorySchema,
  pausedSchema,
  problemSchema,
  queueSchema,
  redrivenSchema,
  workersSchema,
} from '@tender/tenders';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { read, startTestSystem, type TestSystem } from './testing/test-system.ts';

const job = defineJob({ type: 'test.job', payload: z.object({ n: z.int() }) });
let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.close());

const get = (path: string) => system.get(path, system.keys.operator);
const post = (path: string, body?: object) =>
  system.send('POST', path, {
    key: system.keys.operator,
    ...(body === undefined
      ? {}
      : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });

async function makeJob(n: number): Promise<string> {
  return (await enqueue(system.db, job, { n }, { tenantId: system.tenants.a })).id;
}

async function failJob(id: string, error: string): Promise<void> {
  await system.db.query(
    `update queue.jobs set status = 'failed', attempts = 5, last_error = $2, finished_at = now() where id = $1`,
    [id, error],
  );
  await system.db.query(
    `insert into queue.job_attempts (job_id, attempt, worker_id, reason, error) values ($1, 5, 'w', 'error', $2)`,
    [id, error],
  );
}

test('the queue is shown type by type, with the signals and whether anybody works on it', async () => {
  await makeJob(0);
  await failJob(await makeJob(1), 'x');
  const { types } = await read(queueSchema, await get('/v1/admin/queue'));
  expect(types.find((type) => type.type === 'test.job')).toEqual({
    type: 'test.job',
    paused: false,
    hasWorker: false,
    counts: { queued: 1, scheduled: 0, running: 0, done: 0, failed: 1, cancelled: 0 },
    oldestQueuedSeconds: expect.any(Number),
    failedLastHour: 1,
    expiredLeases: 0,
    attemptsPerCompleted: null,
    durationSeconds: null,
  });
});

test('workers are shown with their state; one that said goodbye is not', async () => {
  await system.db.query(
    `insert into queue.workers (id, service, host, pid, types, heartbeat_at, stopped_at, died_at)
     values ('alive', 'ocr', 'h', 1, '{a,b}', now(), null, null), ('silent', 'ocr', 'h', 2, '{}', now() - interval '1 minute', null, null),
            ('dead', 'ocr', 'h', 3, '{}', now(), null, now()), ('gone', 'ocr', 'h', 4, '{}', now(), now(), null)`,
  );
  const workers = await read(workersSchema, await get('/v1/admin/workers'));
  expect(workers.map(({ id, state }) => [id, state]).sort()).toEqual([
    ['alive', 'alive'],
    ['dead', 'dead'],
    ['silent', 'silent'],
  ]);
  expect(workers.find((worker) => worker.id === 'alive')).toMatchObject({
    types: ['a', 'b'],
    running: 0,
    pid: 1,
  });
});

test('a job has its whole story, and is retried once it has ended', async () => {
  const id = await makeJob(2);
  await failJob(id, 'the renderer died');
  const story = await read(jobStorySchema, await get(`/v1/admin/jobs/${id}`));
  expect(story).toMatchObject({
    id,
    status: 'failed',
    tenantId: system.tenants.a,
    payload: { n: 2 },
    lastError: 'the renderer died',
    history: [{ attempt: 5, workerId: 'w', reason: 'error', error: 'the renderer died' }],
  });
  expect(await read(jobStorySchema, await post(`/v1/admin/jobs/${id}/retry`))).toMatchObject({
    status: 'queued',
    attempts: 0,
  });
  const again = await post(`/v1/admin/jobs/${id}/retry`);
  expect(await read(problemSchema, again)).toMatchObject({ status: 409, code: 'job_state' });
});

test('a job is cancelled once', async () => {
  const id = await makeJob(3);
  expect(await read(jobStorySchema, await post(`/v1/admin/jobs/${id}/cancel`))).toMatchObject({
    status: 'cancelled',
  });
  const again = await post(`/v1/admin/jobs/${id}/cancel`);
  expect(await read(problemSchema, again)).toMatchObject({ status: 409, code: 'job_state' });
});

test.each(['0', '9223372036854775807', '9999999999999999999', 'x', '-1'])(
  'there is no job %s',
  async (id) => {
    for (const response of [await get(`/v1/admin/jobs/${id}`), await post(`/v1/admin/jobs/${id}/retry`)]) {
      expect(await read(problemSchema, response)).toMatchObject({ status: 404, code: 'not_found' });
    }
  },
);

test('jobs are filtered and paged', async () => {
  const ids = [];
  for (const n of [10, 11, 12]) {
    const id = await makeJob(n);
    await failJob(id, `paged ${n}`);
    ids.push(id);
  }
  const first = await read(jobListSchema, await get('/v1/admin/jobs?status=failed&error=paged&limit=2'));
  expect(first.items.map((item) => item.id)).toEqual([ids[2], ids[1]]);
  const rest = await read(
    jobListSchema,
    await get(`/v1/admin/jobs?status=failed&error=paged&limit=2&cursor=${first.nextCursor}`),
  );
  expect(rest).toMatchObject({ items: [{ id: ids[0] }], nextCursor: null });
  for (const query of ['type=other', `tenantId=${system.tenants.b}`, 'error=nothing+like+it']) {
    expect((await read(jobListSchema, await get(`/v1/admin/jobs?${query}`))).items).toEqual([]);
  }
  expect((await get('/v1/admin/jobs?status=lost')).status).toBe(400);
});

test('a type is paused and resumed, and its failed jobs are sent back', async () => {
  expect(await read(pausedSchema, await post('/v1/admin/types/test.job/pause'))).toEqual({
    type: 'test.job',
    paused: true,
  });
  const { types } = await read(queueSchema, await get('/v1/admin/queue'));
  expect(types.find((type) => type.type === 'test.job')?.paused).toBe(true);
  expect(await read(pausedSchema, await post('/v1/admin/types/test.job/resume'))).toMatchObject({
    paused: false,
  });

  await failJob(await makeJob(20), 'redrive me');
  await failJob(await makeJob(21), 'redrive me');
  await failJob(await makeJob(22), 'not me');
  const redriven = await post('/v1/admin/types/test.job/redrive', { error: 'redrive me' });
  expect(await read(redrivenSchema, redriven)).toEqual({ count: 2 });
  expect(await read(redrivenSchema, await post('/v1/admin/types/test.job/redrive', { limit: 1 }))).toEqual({
    count: 1,
  });
});

test.each([{ limit: 0 }, { limit: 'many' }, { error: 5 }])(
  'a redrive that is not of the form: %j',
  async (body) => {
    const response = await post('/v1/admin/types/test.job/redrive', body);
    expect(await read(problemSchema, response)).toMatchObject({ status: 400, code: 'invalid_request' });
  },
);

test('a body that is no JSON', async () => {
  for (const body of ['{"limit": ', '']) {
    const response = await system.send('POST', '/v1/admin/types/test.job/redrive', {
      key: system.keys.operator,
      body,
      headers: { 'content-type': 'application/json' },
    });
    expect(await read(problemSchema, response)).toMatchObject({ status: 400, code: 'invalid_json' });
  }
});

test('the metrics have the queue in numbers', async () => {
  const metrics = await (await system.get('/metrics')).text();
  const { types } = await read(queueSchema, await get('/v1/admin/queue'));
  const type = types.find((each) => each.type === 'test.job');
  expect(metrics).toContain(`queue_jobs{type="test.job",state="failed"} ${type?.counts.failed}`);
  expect(metrics).toMatch(/^queue_oldest_queued_age_seconds\{type="test.job"\} \d/m);
  expect(metrics).toContain('queue_workers{service="ocr",state="dead"} 1');
});
