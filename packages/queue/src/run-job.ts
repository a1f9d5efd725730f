import { errorText } from './error-text.ts';
import { JobAborted } from './errors.ts';
import { completeJob, failJob, releaseJob, retryJob } from './finish-job.ts';
import type { ClaimedJob } from './job.ts';
import { createContext } from './job-context.ts';
import { type Outcome, outcome } from './outcome.ts';
import type { CheckedWorkerOptions, Handler } from './worker-options.ts';

/** How long a handler may go on after its signal aborted before its claim is ended without it, in ms. */
const SETTLE_MS = 5_000;

/**
 * Runs one claimed job to its end: handler, outcome, verb. Never throws. A handler that doesn't react to its signal
 * is left behind after 5 s: its claim is ended, so what it still does can't be written.
 */
export async function runJob(
  options: CheckedWorkerOptions,
  workerId: string,
  handler: Handler,
  job: ClaimedJob,
  abort: AbortController,
): Promise<void> {
  const started = performance.now();
  const since = (): number => performance.now() - started;
  const { context, completed } = createContext({
    pool: options.pool,
    claim: job,
    workerId,
    leaseMs: options.leaseMs,
    signal: abort.signal,
  });
  const timer = setTimeout(() => abort.abort(new JobAborted('timeout')), handler.timeoutMs);
  options.onEvent({ event: 'job_claimed', job });
  try {
    const end = await Promise.race([
      handler.run(job, context).then(
        () => ({ returned: true }) as const,
        (error: unknown) => ({ returned: false, error }) as const,
      ),
      afterAbort(abort.signal),
    ]);
    if (completed()) {
      options.onEvent({ event: 'job_done', job, durationMs: since() });
      return;
    }
    const why = abort.signal.reason instanceof JobAborted ? abort.signal.reason.why : null;
    await settle(options, job, outcome(end, why), since());
  } catch (error) {
    // The verb itself failed: the lease will lapse and the job be reclaimed.
    options.onEvent({ event: 'trouble', what: `job ${job.id} could not be ended`, error: errorText(error) });
  } finally {
    clearTimeout(timer);
  }
}

async function settle(
  options: CheckedWorkerOptions,
  job: ClaimedJob,
  what: Outcome,
  durationMs: number,
): Promise<void> {
  const { pool, onEvent } = options;
  const lost = (): void => onEvent({ event: 'lease_lost', job, durationMs });
  switch (what.do) {
    case 'complete':
      if (await completeJob(pool, job)) onEvent({ event: 'job_done', job, durationMs });
      else lost();
      return;
    case 'fail':
      if (await failJob(pool, job, what.error))
        onEvent({ event: 'job_failed', job, error: what.error, durationMs });
      else lost();
      return;
    case 'retry': {
      const status = await retryJob(pool, job, what.error, what.delayMs);
      if (status === null) lost();
      else
        onEvent({
          event: status === 'failed' ? 'job_failed' : 'job_retry',
          job,
          error: what.error,
          durationMs,
        });
      return;
    }
    case 'release':
      if (await releaseJob(pool, job, 'released')) onEvent({ event: 'job_released', job, durationMs });
      else lost();
      return;
    case 'snooze':
      if (await releaseJob(pool, job, 'snoozed', what.delayMs))
        onEvent({ event: 'job_snoozed', job, durationMs });
      else lost();
      return;
    case 'nothing':
      lost();
  }
}

function afterAbort(signal: AbortSignal): Promise<{ returned: false; error: unknown }> {
  return new Promise((resolve) => {
    const wait = (): void => {
      setTimeout(() => resolve({ returned: false, error: signal.reason }), SETTLE_MS).unref();
    };
    if (signal.aborted) wait();
    else signal.addEventListener('abort', wait, { once: true });
  });
}
