import type { WorkerEvent } from '@tender/queue';
import { z } from 'zod';

interface Log {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

/** The ids of our payloads; whatever else a payload holds stays out of the log. */
const idsSchema = z.object({
  documentId: z.string().optional(),
  tenderId: z.string().optional(),
  version: z.number().optional(),
});

/** Who and what a job is about, for its log lines. */
export function jobFields(job: {
  id: string;
  type: string;
  tenantId: string | null;
  attempt: number;
  payload: unknown;
}): Record<string, unknown> {
  const { documentId, tenderId, version } = idsSchema.safeParse(job.payload).data ?? {};
  return {
    job: job.id,
    type: job.type,
    attempt: job.attempt,
    tenant: job.tenantId,
    ...(tenderId === undefined ? {} : { tender: tenderId }),
    ...(version === undefined ? {} : { version }),
    ...(documentId === undefined ? {} : { document: documentId }),
  };
}

/** Writes what happened to a worker's jobs: ids and reasons, never what stands in a document. */
export function logWorkerEvent(log: Log, event: WorkerEvent): void {
  if (!('job' in event)) {
    const { event: name, ...fields } = event;
    log.warn(fields, name);
    return;
  }
  const fields = {
    ...jobFields(event.job),
    ...('durationMs' in event ? { durationMs: Math.round(event.durationMs ?? 0) } : {}),
    ...('error' in event ? { error: event.error } : {}),
  };
  if (event.event === 'job_failed' || event.event === 'job_retry' || event.event === 'lease_lost')
    log.warn(fields, event.event);
  else log.info(fields, event.event);
}
