import type { IncomingMessage } from 'node:http';
import { Problem } from '../problems/problem.ts';

/**
 * Waits for `reading`, which reads the request's body, as long as bytes arrive: fails once none came for `timeout` ms. The
 * reading itself then goes on until the connection is closed after the answer, and cleans up for itself. Time in which
 * it holds the body back counts as well, so the timeout must be longer than the slowest write to disk.
 * @throws Problem upload_stalled, or what `reading` throws
 */
export async function whileArriving<T>(
  request: IncomingMessage,
  timeout: number,
  reading: Promise<T>,
): Promise<T> {
  const { promise: stalled, reject } = Promise.withResolvers<never>();
  let seen = request.socket.bytesRead;
  const timer = setInterval(() => {
    const now = request.socket.bytesRead;
    if (now === seen && !request.complete) {
      reject(new Problem('upload_stalled', 'The upload stopped before its end. Send it again.'));
    }
    seen = now;
  }, timeout);
  try {
    return await Promise.race([reading, stalled]);
  } finally {
    clearInterval(timer);
  }
}
