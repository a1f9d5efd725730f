import { createHash, randomUUID } from 'node:crypto';
import { answerKey, claimKey, releaseKey, type Tx, withTenant } from '@tender/tenders';
import type { FastifyRequest } from 'fastify';
import type pg from 'pg';
import { Problem } from '../problems/problem.ts';

export interface Act<T> {
  pool: pg.Pool;
  tenantId: string;
  /** From keyOf; null: no key was sent, and the request acts each time it comes. */
  key: string | null;
  fingerprint: string;
  /** What must be done before the transaction and may be done twice. */
  prepare?: () => Promise<void>;
  /** What acts, and the answer to it, in one transaction as the tenant. */
  work: (tx: Tx) => Promise<T>;
  /** Reads an answer that was stored earlier. */
  parse: (stored: unknown) => T;
}

/**
 * Does what a request asks once per key, however often the request comes: the answer is stored in the transaction of
 * the work and repeated to the same request. A request that failed frees its key.
 * @throws Problem idempotency_in_flight, idempotency_mismatch, or what the work throws
 */
export async function actOnce<T>(act: Act<T>): Promise<{ answer: T; replayed: boolean }> {
  const { pool, tenantId, key } = act;
  if (key === null) {
    await act.prepare?.();
    return { answer: await withTenant(pool, tenantId, act.work), replayed: false };
  }
  const claim = randomUUID();
  const claimed = await withTenant(pool, tenantId, (tx) =>
    claimKey(tx, { tenantId, key, fingerprint: act.fingerprint, claim }),
  );
  switch (claimed.state) {
    case 'answered':
      return { answer: act.parse(claimed.answer), replayed: true };
    case 'mismatch':
      throw new Problem(
        'idempotency_mismatch',
        'This Idempotency-Key was used for another request. Use a new key for a new request.',
      );
    case 'in_flight':
      throw inFlight();
    case 'claimed':
      break;
  }
  try {
    await act.prepare?.();
    const answer = await withTenant(pool, tenantId, async (tx) => {
      const done = await act.work(tx);
      if (!(await answerKey(tx, { key, claim, answer: done }))) throw inFlight();
      return done;
    });
    return { answer, replayed: false };
  } catch (error) {
    // If this fails as well, the claim lapses by itself.
    await withTenant(pool, tenantId, (tx) => releaseKey(tx, { key, claim })).catch(() => {});
    throw error;
  }
}

function inFlight(): Problem {
  return new Problem('idempotency_in_flight', 'The same request is being worked on. Ask again in a moment.', {
    headers: { 'retry-after': '2' },
  });
}

/** The request's Idempotency-Key, null without one. @throws Problem invalid_request */
export function keyOf(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) return key;
  const message = 'must have 1 to 255 printable characters without spaces';
  throw new Problem('invalid_request', `Idempotency-Key ${message}.`, {
    errors: [{ path: 'headers.idempotency-key', message }],
  });
}

/** A hash of what is asked; `parts` is whatever tells two requests apart, in an order that doesn't vary. */
export function fingerprintOf(request: FastifyRequest, parts: unknown = null): string {
  const { method } = request;
  const asked = JSON.stringify([method, request.url, parts]);
  return createHash('sha256').update(asked).digest('hex');
}
