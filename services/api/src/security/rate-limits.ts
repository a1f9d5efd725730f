import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../problems/problem.ts';

/** Requests a minute, counted in this process. Behind several API processes a key may ask that often of each. */
export interface RateLimitOptions {
  /** Of one key. */
  perKey: number;
  /** Refused keys from one address, before its keys are no longer looked at. */
  failuresPerAddress: number;
}

export interface RateLimits {
  /** @throws Problem rate_limited when this address has tried too many wrong keys */
  refuseGuessing(request: FastifyRequest): Promise<void>;
  countFailure(request: FastifyRequest): Promise<void>;
  /** Counts a request of a key and tells its holder where they stand. @throws Problem rate_limited */
  count(request: FastifyRequest, reply: FastifyReply, keyId: string): Promise<void>;
}

export async function createRateLimits(app: FastifyInstance, options: RateLimitOptions): Promise<RateLimits> {
  await app.register(rateLimit, { global: false, cache: 10_000 });
  const keyIds = new WeakMap<FastifyRequest, string>();
  const failures = app.createRateLimit({
    max: options.failuresPerAddress,
    timeWindow: '1 minute',
    keyGenerator: (request) => request.ip,
  });
  const requests = app.createRateLimit({
    max: options.perKey,
    timeWindow: '1 minute',
    keyGenerator: (request) => keyIds.get(request) ?? request.ip,
  });

  return {
    async refuseGuessing(request) {
      const seen = await failures(request, { increment: false });
      if (!seen.isAllowed && seen.remaining <= 0) throw limited(seen.ttlInSeconds);
    },
    async countFailure(request) {
      await failures(request);
    },
    async count(request, reply, keyId) {
      keyIds.set(request, keyId);
      const seen = await requests(request);
      if (seen.isAllowed) return;
      reply.headers({
        'ratelimit-limit': seen.max,
        'ratelimit-remaining': seen.remaining,
        'ratelimit-reset': seen.ttlInSeconds,
      });
      if (seen.isExceeded) throw limited(seen.ttlInSeconds);
    },
  };
}

function limited(seconds: number): Problem {
  return new Problem('rate_limited', `Too many requests. Try again in ${seconds} seconds.`, {
    headers: { 'retry-after': String(seconds) },
  });
}
