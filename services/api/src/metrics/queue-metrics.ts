import { counts, listWorkers } from '@tender/queue';
import { Gauge, type Registry } from '@tender/telemetry';
import type pg from 'pg';

/**
 * The queue in numbers, asked anew for each scrape: the five signals (age of the oldest waiting job, failures of the last hour,
 * expired leases, attempts per completed job, durations), the jobs of each type by state, the workers by state.
 * @returns what brings the gauges up to date; it fails when the database does not answer
 */
export function createQueueMetrics(registry: Registry, pool: pg.Pool): () => Promise<void> {
  const registers = [registry];
  const type = ['type'];
  const jobs = new Gauge({
    name: 'queue_jobs',
    help: 'Jobs in the table, by type and state.',
    labelNames: ['type', 'state'],
    registers,
  });
  const oldest = new Gauge({
    name: 'queue_oldest_queued_age_seconds',
    help: 'How long the oldest due job has been waiting.',
    labelNames: type,
    registers,
  });
  const failed = new Gauge({
    name: 'queue_failed_last_hour',
    help: 'Jobs that failed for good in the last hour.',
    labelNames: type,
    registers,
  });
  const expired = new Gauge({
    name: 'queue_expired_leases',
    help: 'Jobs that are marked running past their lease.',
    labelNames: type,
    registers,
  });
  const attempts = new Gauge({
    name: 'queue_attempts_per_completed',
    help: 'Attempts that a completed job took, on average over the last hour.',
    labelNames: type,
    registers,
  });
  const duration = new Gauge({
    name: 'queue_job_duration_seconds',
    help: 'How long completed jobs ran, over the last hour.',
    labelNames: ['type', 'quantile'],
    registers,
  });
  const workers = new Gauge({
    name: 'queue_workers',
    help: 'Workers by state.',
    labelNames: ['service', 'state'],
    registers,
  });

  return async () => {
    const [types, everyone] = await Promise.all([counts(pool), listWorkers(pool)]);
    for (const gauge of [jobs, oldest, failed, expired, attempts, duration, workers]) gauge.reset();
    for (const each of types) {
      const labels = { type: each.type };
      for (const state of ['queued', 'scheduled', 'running', 'done', 'failed', 'cancelled'] as const) {
        jobs.set({ ...labels, state }, each[state]);
      }
      oldest.set(labels, each.oldestQueuedSeconds ?? 0);
      failed.set(labels, each.failedLastHour);
      expired.set(labels, each.expiredLeases);
      if (each.attemptsPerCompleted !== null) attempts.set(labels, each.attemptsPerCompleted);
      if (each.p50Seconds !== null) duration.set({ ...labels, quantile: '0.5' }, each.p50Seconds);
      if (each.p95Seconds !== null) duration.set({ ...labels, quantile: '0.95' }, each.p95Seconds);
    }
    for (const { service, state } of everyone) {
      if (state !== 'stopped') workers.inc({ service, state });
    }
  };
}
