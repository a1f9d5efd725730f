import type pg from 'pg';
import { pruneJobs } from './prune-jobs.ts';
import { type Reclaimed, reclaimExpired, reclaimFromDead } from './reclaim-jobs.ts';
import { findDeadWorkers, tidyWorkers } from './rescue-workers.ts';

/** What one round of maintenance found. */
export interface MaintenanceReport {
  dead: string[];
  reclaimed: Reclaimed[];
}

/**
 * Rescue, reclaim, prune: every worker runs it, and a transaction's advisory lock lets one do each tick.
 * Looks for dead workers every tick (0.5 s), for lapsed leases every second one, prunes once a minute.
 */
export function createMaintenance(options: {
  pool: pg.Pool;
  tickMs?: number;
  onReport(report: MaintenanceReport): void;
  onError(error: unknown): void;
}): { start(): void; stop(): Promise<void>; runOnce(): Promise<MaintenanceReport> } {
  const tickMs = options.tickMs ?? 500;
  let timer: NodeJS.Timeout | null = null;
  let stopped = true;
  let running: Promise<void> = Promise.resolve();
  let tick = 0;

  async function runOnce(): Promise<MaintenanceReport> {
    const client = await options.pool.connect();
    let broken = false;
    try {
      await client.query('begin');
      const { rows } = await client.query<{ mine: boolean }>(
        `select pg_try_advisory_xact_lock(hashtext('queue.maintenance')) as mine`,
      );
      const report: MaintenanceReport = { dead: [], reclaimed: [] };
      if (rows[0]?.mine === true) {
        report.dead = await findDeadWorkers(client);
        for (const id of report.dead) report.reclaimed.push(...(await reclaimFromDead(client, id)));
        if (tick % 2 === 0) report.reclaimed.push(...(await reclaimExpired(client)));
        if (tick % 120 === 0) {
          await tidyWorkers(client);
          await pruneJobs(client);
        }
      }
      await client.query('commit');
      tick += 1;
      return report;
    } catch (error) {
      await client.query('rollback').catch(() => {
        broken = true;
      });
      throw error;
    } finally {
      client.release(broken);
    }
  }

  function schedule(): void {
    if (stopped) return;
    timer = setTimeout(() => {
      running = runOnce().then(options.onReport, options.onError).finally(schedule);
    }, tickMs);
  }

  return {
    runOnce,
    start() {
      if (!stopped) return;
      stopped = false;
      schedule();
    },
    async stop() {
      stopped = true;
      if (timer !== null) clearTimeout(timer);
      await running;
    },
  };
}
