import type { WorkerEvent } from '@tender/queue';
import { Counter, Gauge, Histogram, type Registry } from '@tender/telemetry';

const ENDS: Partial<Record<WorkerEvent['event'], string>> = {
  job_done: 'done',
  job_failed: 'failed',
  job_retry: 'retry',
  job_released: 'released',
  job_snoozed: 'snoozed',
  lease_lost: 'lost',
};

/** What this process's worker does, in numbers; the queue as a whole is the API's to tell. @returns what counts an event */
export function createWorkerMetrics(registry: Registry): (event: WorkerEvent) => void {
  const registers = [registry];
  const ended = new Counter({
    name: 'worker_jobs_total',
    help: 'Attempts that ended in this process, by job type and how.',
    labelNames: ['type', 'outcome'],
    registers,
  });
  const duration = new Histogram({
    name: 'worker_job_duration_seconds',
    help: 'How long an attempt ran.',
    labelNames: ['type', 'outcome'],
    buckets: [0.01, 0.05, 0.25, 1, 5, 15, 60, 300, 1_200],
    registers,
  });
  const running = new Gauge({
    name: 'worker_jobs_running',
    help: 'Jobs that run in this process now.',
    labelNames: ['type'],
    registers,
  });
  const reclaimed = new Counter({
    name: 'worker_jobs_reclaimed_total',
    help: 'Jobs that this process took back from workers that died or fell silent.',
    labelNames: ['type', 'outcome'],
    registers,
  });
  const trouble = new Counter({
    name: 'worker_trouble_total',
    help: 'Times that the worker itself had trouble: a claim, a heartbeat or maintenance that failed.',
    registers,
  });

  return (event) => {
    if (event.event === 'trouble') trouble.inc();
    if (event.event === 'jobs_reclaimed') {
      for (const { type, status } of event.jobs) reclaimed.inc({ type, outcome: status });
    }
    if (!('job' in event)) return;
    const { type } = event.job;
    const outcome = ENDS[event.event];
    if (outcome === undefined) {
      running.inc({ type });
      return;
    }
    running.dec({ type });
    ended.inc({ type, outcome });
    if (event.durationMs !== undefined) duration.observe({ type, outcome }, event.durationMs / 1_000);
  };
}
