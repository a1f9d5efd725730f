import { errorText } from './error-text.ts';
import { type JobAborted, LeaseLostError, PermanentError, RetryAfter, Snooze } from './errors.ts';

/** What a handler's end means for its job. The runner does it; this decides it. */
export type Outcome =
  | { do: 'complete' }
  | { do: 'retry'; error: string; delayMs: number | null }
  | { do: 'fail'; error: string }
  | { do: 'release' }
  | { do: 'snooze'; delayMs: number }
  | { do: 'nothing' };

/**
 * @param end how the handler ended: it returned, or threw something
 * @param aborted why its signal had been aborted, if it had
 */
export function outcome(
  end: { returned: true } | { returned: false; error: unknown },
  aborted: JobAborted['why'] | null,
): Outcome {
  if (aborted === 'cancelled' || aborted === 'lease_lost') return { do: 'nothing' };
  if (end.returned) return { do: 'complete' };
  const { error } = end;
  if (error instanceof LeaseLostError) return { do: 'nothing' };
  if (error instanceof PermanentError) return { do: 'fail', error: errorText(error) };
  if (error instanceof Snooze) return { do: 'snooze', delayMs: error.delayMs };
  if (error instanceof RetryAfter) return { do: 'retry', error: errorText(error), delayMs: error.delayMs };
  if (aborted === 'shutdown') return { do: 'release' };
  if (aborted === 'timeout') return { do: 'retry', error: 'timed out', delayMs: null };
  return { do: 'retry', error: errorText(error), delayMs: null };
}
