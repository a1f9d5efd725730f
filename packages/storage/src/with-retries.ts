import { setTimeout as sleep } from 'node:timers/promises';
import { StorageUnavailableError } from './errors.ts';

/** Longest Retry-After waited for here, in ms. A longer one is the caller's to plan by: the error carries it. */
const LONGEST_WAIT = 5_000;
const FIRST_DELAY = 100;

/**
 * Calls until it works, at most `attempts` times, and only after a StorageUnavailableError. Waits a random time of up
 * to 100, 200, 400 ms…, or what the store asked for if that is short.
 */
export async function withRetries<T>(
  call: () => Promise<T>,
  options: { attempts: number; signal?: AbortSignal | undefined },
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      options.signal?.throwIfAborted();
      return await call();
    } catch (error) {
      if (!(error instanceof StorageUnavailableError) || attempt >= options.attempts) throw error;
      const wait = error.retryAfterMs ?? Math.random() * FIRST_DELAY * 2 ** (attempt - 1);
      if (wait > LONGEST_WAIT) throw error;
      await sleep(wait, undefined, options.signal === undefined ? {} : { signal: options.signal });
    }
  }
}
