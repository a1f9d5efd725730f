import { addAbortSignal, Readable } from 'node:stream';
import { StorageUnavailableError } from './errors.ts';

/**
 * The body of an answer whose end can be trusted: it fails with StorageUnavailableError where the connection breaks
 * or fewer bytes come than announced, and with the signal's reason when that is aborted.
 */
export function guardBody(
  source: Readable,
  options: { key: string; size: number; signal?: AbortSignal | undefined },
): Readable {
  const body = Readable.from(counted(source, options), { objectMode: false });
  // Also while the source is silent: ending the generator would wait for its next chunk.
  body.once('close', () => source.destroy());
  source.on('error', () => {});
  return options.signal === undefined ? body : addAbortSignal(options.signal, body);
}

async function* counted(
  source: Readable,
  { key, size, signal }: { key: string; size: number; signal?: AbortSignal | undefined },
): AsyncGenerator<Buffer> {
  let received = 0;
  try {
    for await (const chunk of source) {
      received += chunk.length;
      yield chunk;
    }
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    throw new StorageUnavailableError(`Object "${key}" broke off after ${received} of ${size} bytes.`, {
      cause: error,
    });
  }
  if (received !== size) {
    throw new StorageUnavailableError(`Object "${key}" ended after ${received} of ${size} bytes.`);
  }
}
