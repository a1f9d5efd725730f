export { defineJob, type JobDefinition, type PayloadSchema } from './define-job.ts';
export {
  type Enqueued,
  type EnqueueOptions,
  enqueue,
  enqueueMany,
  type JobItem,
  type Queryable,
} from './enqueue.ts';
export { enqueueGroup, type GroupJob } from './enqueue-group.ts';
export {
  JobAborted,
  LeaseLostError,
  PayloadError,
  PermanentError,
  QueueOptionError,
  RetryAfter,
  Snooze,
} from './errors.ts';
export {
  type AttemptView,
  counts,
  getJob,
  type JobStatus,
  type JobView,
  listJobs,
  listWorkers,
  type TypeCounts,
  type WorkerView,
} from './inspect.ts';
export type { Job } from './job.ts';
export type { JobContext } from './job-context.ts';
export { migrate } from './migrate.ts';
export { cancelJob, pauseType, redrive, resumeType, retryEnded as retryJob } from './operate.ts';
export { pruneJobs as prune } from './prune-jobs.ts';
export { createWorker, type Worker } from './worker.ts';
export { type Handler, handle, type WorkerEvent, type WorkerOptions } from './worker-options.ts';
