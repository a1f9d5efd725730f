import { type Readable, Transform } from 'node:stream';
import { StorageUnavailableError } from './errors.ts';

/**
 * The body of an answer whose end can be trusted: it fails with StorageUnavailableError where the connection breaks
 * or other than the announced bytes come, and with the signal's reason when that is aborted. The source ends with it, at once.
 */
export function guardBody(
  source: Readable,
  options: { key: string; size: number; signal?: AbortSignal | undefined },
): Readable {
  const { key, size, signal } = options;
  let received = 0;
  const body = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      received += chunk.length;
      done(null, chunk);
    },
    flush(done) {
      done(received === size ? null : brokeOff('ended'));
    },
  });
  const brokeOff = (how: string, cause?: unknown): StorageUnavailableError =>
    new StorageUnavailableError(`Object "${key}" ${how} after ${received} of ${size} bytes.`, { cause });
  const onAbort = (): void => {
    body.destroy(signal?.reason instanceof Error ? signal.reason : brokeOff('was given up', signal?.reason));
  };

  source.on('error', (error) => {
    if (signal?.aborted) onAbort();
    else body.destroy(brokeOff('broke off', error));
  });
  source.once('close', () => {
    if (!source.readableEnded) body.destroy(brokeOff('broke off'));
  });
  body.once('close', () => {
    source.destroy();
    signal?.removeEventListener('abort', onAbort);
  });
  signal?.addEventListener('abort', onAbort, { once: true });
  if (signal?.aborted) onAbort();
  return source.pipe(body);
}
