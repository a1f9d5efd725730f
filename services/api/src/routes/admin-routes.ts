import {
  cancelJob,
  counts,
  getJob,
  listJobs,
  listWorkers,
  pauseType,
  redrive,
  resumeType,
  retryJob,
} from '@tender/queue';
import {
  jobId,
  jobListQuery,
  jobListSchema,
  jobStorySchema,
  pausedSchema,
  queueSchema,
  redrivenSchema,
  redriveSchema,
  workersSchema,
} from '@tender/tenders';
import type pg from 'pg';
import { z } from 'zod';
import { Problem } from '../problems/problem.ts';
import { toJob, toJobStory, toQueue, toWorkers } from './admin-views.ts';
import type { App } from './route-context.ts';

const tags = ['admin'];
const params = z.object({ id: jobId });
const typeParams = z.object({ type: z.string().regex(/^[\w.:-]{1,200}$/) });

/**
 * What an operator sees and does, over all tenants. Payloads of jobs hold ids only, so nothing of a tender's content is
 * shown. Each of the verbs may be sent twice: a job that is cancelled or queued already is refused, not changed.
 */
export function adminRoutes({ app, pool }: { app: App; pool: pg.Pool }): void {
  app.get(
    '/v1/admin/queue',
    {
      config: { refusals: [] },
      schema: {
        operationId: 'getQueue',
        summary: 'Each type of job: how many in which state, how old, how fast',
        tags,
        response: { 200: queueSchema },
      },
    },
    async () => toQueue(await counts(pool)),
  );

  app.get(
    '/v1/admin/workers',
    {
      config: { refusals: [] },
      schema: {
        operationId: 'listWorkers',
        summary: 'Who works, since when, and whether it still lives',
        tags,
        response: { 200: workersSchema },
      },
    },
    async () => toWorkers(await listWorkers(pool)),
  );

  app.get(
    '/v1/admin/jobs',
    {
      config: { refusals: [400] },
      schema: {
        operationId: 'listJobs',
        summary: 'Jobs, newest first',
        tags,
        querystring: jobListQuery,
        response: { 200: jobListSchema },
      },
    },
    async (request) => {
      const { limit, cursor, ...filter } = request.query;
      const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
      const jobs = await listJobs(pool, {
        ...given,
        limit: limit + 1,
        ...(cursor === undefined ? {} : { before: cursor }),
      });
      const shown = jobs.slice(0, limit);
      return {
        items: shown.map(toJob),
        nextCursor: jobs.length > limit ? (shown.at(-1)?.id ?? null) : null,
      };
    },
  );

  app.get(
    '/v1/admin/jobs/:id',
    {
      config: { refusals: [404] },
      schema: {
        operationId: 'getJob',
        summary: 'A job with how each of its attempts ended',
        tags,
        params,
        response: { 200: jobStorySchema },
      },
    },
    async (request) => toJobStory(await existingJob(pool, request.params.id)),
  );

  app.post(
    '/v1/admin/jobs/:id/retry',
    {
      config: { refusals: [404, 409] },
      schema: {
        operationId: 'retryJob',
        summary: 'Sends a job that has ended back to the queue, with all its attempts',
        tags,
        params,
        response: { 200: jobStorySchema },
      },
    },
    async (request) => {
      const { id } = request.params;
      const retried = await retryJob(pool, id);
      const job = await existingJob(pool, id);
      if (!retried)
        throw new Problem('job_state', `The job is ${job.status}; only one that has ended is retried.`);
      request.log.info({ job: id }, 'an operator retried a job');
      return toJobStory(job);
    },
  );

  app.post(
    '/v1/admin/jobs/:id/cancel',
    {
      config: { refusals: [404, 409] },
      schema: {
        operationId: 'cancelJob',
        summary: 'Cancels a job that waits or runs; a running one is stopped',
        tags,
        params,
        response: { 200: jobStorySchema },
      },
    },
    async (request) => {
      const { id } = request.params;
      const cancelled = await cancelJob(pool, id);
      const job = await existingJob(pool, id);
      if (!cancelled) throw new Problem('job_state', `The job is ${job.status}; it has ended already.`);
      request.log.info({ job: id }, 'an operator cancelled a job');
      return toJobStory(job);
    },
  );

  for (const [verb, act, paused] of [
    ['pause', pauseType, true],
    ['resume', resumeType, false],
  ] as const) {
    app.post(
      `/v1/admin/types/:type/${verb}`,
      {
        config: { refusals: [404] },
        schema: {
          operationId: `${verb}Type`,
          summary: paused
            ? 'No job of this type begins until it is resumed'
            : 'Jobs of this type begin again',
          tags,
          params: typeParams,
          response: { 200: pausedSchema },
        },
      },
      async (request) => {
        const { type } = request.params;
        await act(pool, type);
        request.log.info({ type, paused }, 'an operator paused or resumed a type of job');
        return { type, paused };
      },
    );
  }

  app.post(
    '/v1/admin/types/:type/redrive',
    {
      config: { refusals: [400, 404] },
      schema: {
        operationId: 'redriveType',
        summary: 'Sends failed jobs of this type back to the queue, oldest first',
        tags,
        params: typeParams,
        body: redriveSchema,
        response: { 200: redrivenSchema },
      },
    },
    async (request) => {
      const { type } = request.params;
      const { error, limit } = request.body;
      const count = await redrive(pool, { type, limit, ...(error === undefined ? {} : { error }) });
      request.log.info({ type, count }, 'an operator sent failed jobs back');
      return { count };
    },
  );
}

async function existingJob(pool: pg.Pool, id: string) {
  const job = await getJob(pool, id);
  if (job === null) throw new Problem('not_found', 'There is no job with this id.');
  return job;
}
