import type { AttemptView, JobView, TypeCounts, WorkerView } from '@tender/queue';
import type { jobSchema, jobStorySchema, queueSchema, workersSchema } from '@tender/tenders';
import type { z } from 'zod';

/** How the queue's own views are written in JSON. */

export function toQueue(types: TypeCounts[]): z.input<typeof queueSchema> {
  return {
    types: types.map((type) => ({
      type: type.type,
      paused: type.paused,
      hasWorker: type.hasWorker,
      counts: {
        queued: type.queued,
        scheduled: type.scheduled,
        running: type.running,
        done: type.done,
        failed: type.failed,
        cancelled: type.cancelled,
      },
      oldestQueuedSeconds: type.oldestQueuedSeconds,
      failedLastHour: type.failedLastHour,
      expiredLeases: type.expiredLeases,
      attemptsPerCompleted: type.attemptsPerCompleted,
      durationSeconds: type.p50Seconds === null ? null : { p50: type.p50Seconds, p95: type.p95Seconds },
    })),
  };
}

/** A worker that said goodbye is no longer one; one that died stays in view until it is pruned. */
export function toWorkers(workers: WorkerView[]): z.input<typeof workersSchema> {
  return workers.flatMap(({ state, startedAt, heartbeatAt, ...worker }) =>
    state === 'stopped'
      ? []
      : [{ ...worker, state, startedAt: startedAt.toISOString(), heartbeatAt: heartbeatAt.toISOString() }],
  );
}

export function toJob(job: JobView): z.input<typeof jobSchema> {
  return {
    id: job.id,
    type: job.type,
    tenantId: job.tenantId,
    payload: job.payload,
    priority: job.priority,
    status: job.status,
    attempts: job.attempts,
    maxAttempts: job.maxAttempts,
    runAfter: job.runAfter.toISOString(),
    leasedUntil: job.leasedUntil?.toISOString() ?? null,
    workerId: job.workerId,
    lastError: job.lastError,
    headers: job.headers,
    progress: job.progress,
    createdAt: job.createdAt.toISOString(),
    startedAt: job.startedAt?.toISOString() ?? null,
    finishedAt: job.finishedAt?.toISOString() ?? null,
  };
}

export function toJobStory(job: JobView & { history: AttemptView[] }): z.input<typeof jobStorySchema> {
  return {
    ...toJob(job),
    history: job.history.map((attempt) => ({
      ...attempt,
      startedAt: attempt.startedAt?.toISOString() ?? null,
      endedAt: attempt.endedAt.toISOString(),
    })),
  };
}
