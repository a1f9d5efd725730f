import { Readable } from 'node:stream';
import type { ObjectBody } from './object-store.ts';

/** Can the body be read a second time? */
export function isReplayable(body: ObjectBody): boolean {
  return !(body instanceof Readable);
}

/** The body's bytes as a stream, from their beginning unless the body is a stream that was begun. */
export function openBody(body: ObjectBody): Readable {
  if (body instanceof Readable) return body;
  if (typeof body === 'function') return body();
  return Readable.from(body, { objectMode: false });
}
