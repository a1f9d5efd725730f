import type { WorkerEvent } from '@tender/queue';

interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** Writes what happened to a worker's jobs, with ids and never a payload. */
export function logWorkerEvent(log: Log, event: WorkerEvent): void {
  if ('job' in event) {
    const { job } = event;
    const fields = {
      job: job.id,
      type: job.type,
      tenant: job.tenantId,
      attempt: job.attempt,
      ...('durationMs' in event ? { durationMs: Math.round(event.durationMs ?? 0) } : {}),
      ...('error' in event ? { error: event.error } : {}),
    };
    if (event.event === 'job_failed' || event.event === 'job_retry' || event.event === 'lease_lost')
      log.warn(fields, event.event);
    else log.info(fields, event.event);
  } else if (event.event === 'jobs_reclaimed') {
    log.warn({ jobs: event.jobs.map(({ id, type, status }) => ({ id, type, status })) }, event.event);
  } else log.warn({ ...event }, event.event);
}
