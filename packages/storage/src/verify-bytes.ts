import { createHash } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
import { ChecksumMismatchError, LengthMismatchError } from './errors.ts';

/**
 * Passes bytes on while it counts and hashes them. The last chunk is held back until all were seen, so whoever
 * reads it never gets the whole of a body that is wrong: a receiver that waits for the announced length keeps nothing.
 *
 * Fails with LengthMismatchError as soon as there are too many bytes, else at the end.
 */
export function verifyBytes(key: string, expected: { contentLength: number; sha256: string }): Transform {
  const hash = createHash('sha256');
  let seen = 0;
  let held: Buffer | null = null;
  return new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      seen += chunk.length;
      if (seen > expected.contentLength) {
        return done(new LengthMismatchError(key, expected.contentLength, seen));
      }
      hash.update(chunk);
      if (held !== null) this.push(held);
      held = chunk;
      done();
    },
    flush(done: TransformCallback) {
      if (seen !== expected.contentLength) {
        return done(new LengthMismatchError(key, expected.contentLength, seen));
      }
      const actual = hash.digest('hex');
      if (actual !== expected.sha256) return done(new ChecksumMismatchError(key, expected.sha256, actual));
      if (held !== null) this.push(held);
      done();
    },
  });
}
