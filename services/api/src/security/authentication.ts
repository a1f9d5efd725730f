import { authenticate, type Principal } from '@tender/tenders';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type pg from 'pg';
import { Problem } from '../problems/problem.ts';
import type { RateLimits } from './rate-limits.ts';

/**
 * Who asks, from `Authorization: Bearer KEY`, before anything of the body is read.
 *
 * A key is looked up at each request, so that a revoked one opens nothing from then on. Missing, malformed, unknown,
 * revoked and expired keys get the same answer. Failures are counted per address, and an address with too many is
 * refused before its keys are looked at.
 */
export interface Access {
  /** Guards all routes of `app`: only keys of this scope get in. */
  guard(app: FastifyInstance, scope: Principal['scope']): void;
  /** The tenant that a guarded request acts for. */
  tenantOf(request: FastifyRequest): string;
}

export function createAccess(dependencies: { pool: pg.Pool; rateLimits: RateLimits }): Access {
  const { pool, rateLimits } = dependencies;
  const principals = new WeakMap<FastifyRequest, Principal>();

  async function identify(request: FastifyRequest): Promise<Principal> {
    await rateLimits.refuseGuessing(request);
    const key = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const principal = await authenticate(pool, key);
    if (principal !== null) return principal;
    await rateLimits.countFailure(request);
    throw new Problem('unauthorized', 'Send a valid API key in the header "Authorization: Bearer KEY".', {
      headers: { 'www-authenticate': 'Bearer' },
    });
  }

  return {
    guard(app, scope) {
      app.addHook('onRequest', async (request, reply) => {
        const principal = await identify(request);
        await rateLimits.count(request, reply, principal.keyId);
        if (principal.scope !== scope) {
          const needed = scope === 'operator' ? "an operator's key" : "a tenant's key";
          throw new Problem('forbidden', `This route needs ${needed}.`);
        }
        principals.set(request, principal);
      });
    },
    tenantOf(request) {
      const tenantId = principals.get(request)?.tenantId;
      if (tenantId === undefined || tenantId === null)
        throw new TypeError('the route is not guarded for tenants');
      return tenantId;
    },
  };
}
