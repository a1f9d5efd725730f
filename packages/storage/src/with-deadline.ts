import { StorageUnavailableError } from './errors.ts';

/**
 * Runs a call that ends when its signal does: at the deadline (in ms) with StorageUnavailableError, or with the
 * caller's reason when `signal` is aborted. After the call the deadline no longer counts; the caller's signal does,
 * for what the call handed out.
 */
export async function withDeadline<T>(
  call: (signal: AbortSignal) => Promise<T>,
  options: { deadline: number; signal?: AbortSignal | undefined; what: string },
): Promise<T> {
  const { deadline, signal, what } = options;
  const late = new AbortController();
  const timer = setTimeout(() => {
    late.abort(new StorageUnavailableError(`The object store took longer than ${deadline} ms to ${what}.`));
  }, deadline);
  try {
    return await call(signal === undefined ? late.signal : AbortSignal.any([signal, late.signal]));
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    if (late.signal.aborted) throw late.signal.reason;
    throw error;
  } finally {
    clearTimeout(timer);
  }
}
