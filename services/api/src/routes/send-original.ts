import { Readable } from 'node:stream';
import { contentDisposition, type ObjectStore } from '@tender/storage';
import { documentKey } from '@tender/tenders';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../problems/problem.ts';
import { UNTRUSTED_POLICY } from '../security/security-headers.ts';
import { parseRange } from './parse-range.ts';

/** A range is read from the store in pieces of so many bytes, so that its size doesn't matter to memory. */
const PIECE = 1_048_576;

/**
 * Sends a document's bytes, or a range of them, as a file to save. They are a stranger's: the browser is told not to
 * open them here, and to run nothing should it do so.
 */
export async function sendOriginal(
  store: Readers,
  object: { tenantId: string; sha256: string; bytes: number; filename: string },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const etag = `"${object.sha256}"`;
  if (request.headers['if-none-match'] === etag) return await reply.code(304).header('etag', etag).send();

  const key = documentKey(object.tenantId, object.sha256);
  const ifRange = request.headers['if-range'];
  const wanted = ifRange === undefined || ifRange === etag ? request.headers.range : undefined;
  const range = parseRange(wanted, object.bytes);
  if (range === 'unsatisfiable') {
    throw new Problem('range_not_satisfiable', `The document has ${object.bytes} bytes.`, {
      headers: { 'content-range': `bytes */${object.bytes}` },
    });
  }
  const { body, length } = range === null ? await whole(store, key) : await part(store, key, range);
  if (range !== null) {
    reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${object.bytes}`);
  }
  return await reply
    .headers({
      etag,
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-cache',
      'content-disposition': contentDisposition(object.filename),
      'content-length': length,
      'content-security-policy': UNTRUSTED_POLICY,
      'content-type': 'application/pdf',
    })
    .send(body);
}

type Readers = Pick<ObjectStore, 'get' | 'range'>;

async function whole(store: Readers, key: string): Promise<{ body: Readable; length: number }> {
  const { body, size } = await store.get(key);
  return { body, length: size };
}

/** The first piece is there before the answer begins, so that an object that can't be had is still a refusal. */
async function part(
  store: Readers,
  key: string,
  { start, end }: { start: number; end: number },
): Promise<{ body: Readable; length: number }> {
  const read = (from: number): Promise<Buffer> => store.range(key, from, Math.min(from + PIECE - 1, end));
  const first = await read(start);
  async function* pieces(): AsyncGenerator<Buffer> {
    yield first;
    for (let at = start + PIECE; at <= end; at += PIECE) yield await read(at);
  }
  return { body: Readable.from(pieces(), { objectMode: false }), length: end - start + 1 };
}
