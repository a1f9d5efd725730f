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
  store: Pick<ObjectStore, 'get' | 'range'>,
  object: { tenantId: string; sha256: string; bytes: number; filename: string },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const etag = `"${object.sha256}"`;
  reply.headers({
    etag,
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache',
    'content-disposition': contentDisposition(object.filename),
    'content-security-policy': UNTRUSTED_POLICY,
    'content-type': 'application/pdf',
  });
  if (request.headers['if-none-match'] === etag) return await reply.code(304).send();

  const key = documentKey(object.tenantId, object.sha256);
  const ifRange = request.headers['if-range'];
  const wanted = ifRange === undefined || ifRange === etag ? request.headers.range : undefined;
  const range = parseRange(wanted, object.bytes);
  if (range === 'unsatisfiable') {
    throw new Problem('range_not_satisfiable', `The document has ${object.bytes} bytes.`, {
      headers: { 'content-range': `bytes */${object.bytes}` },
    });
  }
  if (range === null) {
    const { body, size } = await store.get(key);
    return await reply.header('content-length', size).send(body);
  }
  const { start, end } = range;
  return await reply
    .code(206)
    .headers({ 'content-length': end - start + 1, 'content-range': `bytes ${start}-${end}/${object.bytes}` })
    .send(Readable.from(pieces(store, key, start, end), { objectMode: false }));
}

async function* pieces(
  store: Pick<ObjectStore, 'range'>,
  key: string,
  start: number,
  end: number,
): AsyncGenerator<Buffer> {
  for (let at = start; at <= end; at += PIECE)
    yield await store.range(key, at, Math.min(at + PIECE - 1, end));
}
