import { z } from 'zod';

const MAX_ID = 9_223_372_036_854_775_807n;

/** Ids of jobs are 64-bit numbers, which JSON numbers can't hold: they are texts. */
export const jobId = z
  .string()
  .refine((id) => /^\d{1,19}$/.test(id) && BigInt(id) <= MAX_ID, 'must be the id of a job')
  .meta({ pattern: '^\\d{1,19}$' });
const jobStatus = z.enum(['queued', 'running', 'done', 'failed', 'cancelled']);
const time = z.iso.datetime();

const typeCounts = z.object({
  queued: z.int().describe('Due now'),
  scheduled: z.int().describe('Queued for a later time'),
  running: z.int(),
  done: z.int(),
  failed: z.int(),
  cancelled: z.int(),
});

export const queueSchema = z
  .object({
    types: z.array(
      z.object({
        type: z.string(),
        paused: z.boolean(),
        hasWorker: z.boolean().describe('False with jobs waiting: nobody will run them'),
        counts: typeCounts,
        oldestQueuedSeconds: z.number().nullable().describe('How long the oldest due job has been waiting'),
        failedLastHour: z.int(),
        expiredLeases: z.int().describe('Running past their lease: should be none for long'),
        attemptsPerCompleted: z.number().nullable().describe('Over the last hour, like the durations'),
        durationSeconds: z.object({ p50: z.number().nullable(), p95: z.number().nullable() }).nullable(),
      }),
    ),
  })
  .meta({ id: 'Queue' });

export const workersSchema = z
  .array(
    z.object({
      id: z.string(),
      service: z.string(),
      host: z.string(),
      pid: z.int(),
      types: z.array(z.string()),
      startedAt: time,
      heartbeatAt: time,
      running: z.int(),
      state: z.enum(['alive', 'silent', 'dead']),
      crashDetection: z.enum(['session_lock', 'lease_only']),
    }),
  )
  .meta({ id: 'Workers' });

export const jobSchema = z
  .object({
    id: jobId,
    type: z.string(),
    tenantId: z.string().nullable(),
    payload: z.unknown(),
    priority: z.int(),
    status: jobStatus,
    attempts: z.int(),
    maxAttempts: z.int(),
    runAfter: time,
    leasedUntil: time.nullable(),
    workerId: z.string().nullable(),
    lastError: z.string().nullable(),
    headers: z.unknown(),
    progress: z.unknown(),
    createdAt: time,
    startedAt: time.nullable(),
    finishedAt: time.nullable(),
  })
  .meta({ id: 'Job' });

export const jobStorySchema = jobSchema
  .extend({
    history: z
      .array(
        z.object({
          attempt: z.int(),
          workerId: z.string().nullable(),
          reason: z.string(),
          error: z.string().nullable(),
          startedAt: time.nullable(),
          endedAt: time,
        }),
      )
      .describe('How each attempt that did not succeed ended'),
  })
  .meta({ id: 'JobStory' });

export const jobListQuery = z.object({
  type: z.string().max(200).optional(),
  status: jobStatus.optional(),
  tenantId: z
    .string()
    .regex(/^\d{1,18}$/)
    .optional(),
  error: z.string().max(500).optional().describe('Text that the last error contains'),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: jobId.optional().describe('`nextCursor` of the page before'),
});

export const jobListSchema = z.object({
  items: z.array(jobSchema).describe('Newest first'),
  nextCursor: jobId.nullable(),
});

export const redriveSchema = z.object({
  error: z.string().max(500).optional().describe('Only jobs whose last error contains this text'),
  limit: z.int().min(1).max(10_000).default(1_000),
});

export const redrivenSchema = z.object({ count: z.int().describe('Jobs that were queued again') });
export const pausedSchema = z.object({ type: z.string(), paused: z.boolean() });
