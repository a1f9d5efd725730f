import { PermanentError } from '@tender/queue';

/** Whose job it is. @throws PermanentError for a job without a tenant, which can't read or write any of our rows */
export function tenantOf(job: { id: string; tenantId: string | null }): string {
  if (job.tenantId === null) throw new PermanentError(`Job ${job.id} names no tenant.`);
  return job.tenantId;
}
