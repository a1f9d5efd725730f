import type { QueueType, Worker } from '../api/schemas.ts';

/** Types with jobs that wait although no living worker runs their kind: nothing will happen to them by itself. */
export function typesWithoutWorker(types: readonly QueueType[], workers: readonly Worker[]): string[] {
  const served = new Set(
    workers.filter((worker) => worker.state === 'alive').flatMap((worker) => worker.types),
  );
  return types
    .filter((each) => each.counts.queued + each.counts.scheduled > 0 && !served.has(each.type))
    .map((each) => each.type);
}
