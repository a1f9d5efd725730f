import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { claimJobs, suspectReady } from './claim-jobs.ts';
import { errorText } from './error-text.ts';
import { JobAborted } from './errors.ts';
import type { ClaimedJob } from './job.ts';
import { type LeaseKeeper, startLeaseKeeper } from './lease-keeper.ts';
import { createMaintenance } from './maintenance.ts';
import { runJob } from './run-job.ts';
import { startWakeUp, type WakeUp } from './wake-up.ts';
import { checkWorkerOptions, type WorkerOptions } from './worker-options.ts';

/** A process's part in the queue. Installs no signal handlers and never exits the process. */
export interface Worker {
  readonly id: string;
  /** Registers, then claims until stopped. May be called twice. Rejects when the database can't be reached. */
  start(): Promise<void>;
  /** No more claims; running jobs get the drain time, then are aborted and released. May be called twice. */
  stop(): Promise<void>;
  /** Jobs that run now. */
  running(): number;
}

const POLL_MIN_MS = 50;
const POLL_MAX_MS = 2_000;

export function createWorker(given: WorkerOptions): Worker {
  const options = checkWorkerOptions(given);
  const { pool, onEvent } = options;
  const id = `${options.service}-${randomUUID()}`;
  const types = options.handlers.map((handler) => handler.type);
  const byType = new Map(options.handlers.map((handler) => [handler.type, handler]));
  const jobs = new Map<string, { job: ClaimedJob; abort: AbortController; ended: Promise<void> }>();
  let keeper: LeaseKeeper | null = null;
  let wakeUp: WakeUp | null = null;
  let loop: Promise<void> = Promise.resolve();
  let starting: Promise<void> | null = null;
  let stopping: Promise<void> | null = null;
  let stopped = false;
  let poke: () => void = () => {};
  let poked = false;
  let idle = false;

  const trouble = (what: string, error: unknown): void =>
    onEvent({ event: 'trouble', what, error: errorText(error) });
  const wake = (): void => {
    poked = true;
    poke();
  };
  const abortJobs = (ids: Iterable<string>, why: JobAborted['why']): void => {
    for (const jobId of ids) jobs.get(jobId)?.abort.abort(new JobAborted(why));
  };
  const maintenance = createMaintenance({
    pool,
    onReport({ dead, reclaimed }) {
      for (const workerId of dead) onEvent({ event: 'worker_dead', workerId });
      if (reclaimed.length > 0) {
        onEvent({ event: 'jobs_reclaimed', jobs: reclaimed });
        wake();
      }
    },
    onError: (error) => trouble('maintenance failed', error),
  });

  function run(job: ClaimedJob): void {
    const handler = byType.get(job.type);
    if (handler === undefined) return;
    const abort = new AbortController();
    keeper?.hold(job, handler.timeoutMs);
    const ended = runJob(options, id, handler, job, abort).finally(() => {
      keeper?.drop(job.id);
      jobs.delete(job.id);
      wake();
    });
    jobs.set(job.id, { job, abort, ended });
  }

  /** One look at the queue. @returns how many jobs were taken */
  async function claim(): Promise<number> {
    const alone = [...jobs.values()].some(({ job }) => job.suspect);
    const free = options.concurrency - jobs.size;
    if (free <= 0 || alone) return 0;
    const ask = { workerId: id, types, leaseMs: options.leaseMs };
    if (await suspectReady(pool, types)) {
      if (jobs.size > 0) return 0;
      const suspects = await claimJobs(pool, { ...ask, limit: 1, suspect: true });
      suspects.forEach(run);
      if (suspects.length > 0) return 1;
    }
    if (stopped) return 0;
    const claimed = await claimJobs(pool, { ...ask, limit: free, suspect: false });
    claimed.forEach(run);
    return claimed.length;
  }

  async function setIdle(value: boolean): Promise<void> {
    if (idle === value) return;
    idle = value;
    await pool.query(`update queue.workers set idle = $2 where id = $1`, [id, value]);
  }

  async function poll(): Promise<void> {
    let pause = POLL_MIN_MS;
    while (!stopped) {
      poked = false;
      try {
        const taken = await claim();
        if (taken > 0) {
          pause = POLL_MIN_MS;
          idle = false;
          continue;
        }
        if (jobs.size < options.concurrency) await setIdle(true);
      } catch (error) {
        trouble('claim failed', error);
        idle = false;
        pause = Math.max(pause, 500);
      }
      if (stopped || poked) continue;
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, pause * (0.75 + Math.random() / 2));
        poke = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      pause = poked ? POLL_MIN_MS : Math.min(POLL_MAX_MS, pause * 2);
    }
  }

  async function start(): Promise<void> {
    keeper = await startLeaseKeeper(
      {
        connectionString: options.connectionString,
        workerId: id,
        service: options.service,
        host: hostname(),
        pid: process.pid,
        types,
        leaseMs: options.leaseMs,
        heartbeatMs: options.heartbeatMs,
      },
      {
        lost: (ids) => abortJobs(ids, 'lease_lost'),
        ready(hasLock) {
          if (!hasLock)
            trouble(
              'no session lock: a crash is noticed by the lease alone',
              'behind a transaction-mode pooler?',
            );
          idle = false;
          wake();
        },
        beatFailed: (error) => trouble('heartbeat failed', error),
        death(error) {
          if (stopped) return;
          trouble('the lease keeper died', error);
          abortJobs(jobs.keys(), 'lease_lost');
        },
      },
    );
    if (stopped) return;
    wakeUp = startWakeUp(options.connectionString, {
      wake(type) {
        if (byType.has(type)) wake();
      },
      cancel: (jobId) => abortJobs([jobId], 'cancelled'),
    });
    // So that nothing sent after the start is missed; without it polling serves.
    await wakeUp.tried;
    if (stopped) return;
    maintenance.start();
    loop = poll();
  }

  async function stop(): Promise<void> {
    stopped = true;
    wake();
    await starting?.catch(() => {});
    await loop;
    const drained = Promise.all([...jobs.values()].map(({ ended }) => ended));
    await Promise.race([drained, delay(options.drainMs)]);
    abortJobs(jobs.keys(), 'shutdown');
    await drained;
    await maintenance.stop();
    await wakeUp?.stop();
    await keeper?.stop();
  }

  return {
    id,
    running: () => jobs.size,
    start() {
      starting ??= start();
      return starting;
    },
    stop() {
      stopping ??= stop();
      return stopping;
    },
  };
}

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
