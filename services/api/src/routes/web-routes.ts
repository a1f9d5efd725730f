import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import staticFiles from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../problems/problem.ts';

const YEAR = 31_536_000;

/**
 * Serves the built web app at `/`. Every view of it has an address, so a page asked for by a browser at any other
 * address is the app itself. Without a built app the API works all the same and `/` says what is missing.
 * @returns what answers an address that no route has
 */
export async function webRoutes(
  app: FastifyInstance,
  webDir: string,
): Promise<(request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>> {
  const built = await stat(join(webDir, 'index.html')).catch(() => null);
  const nothing = () => new Problem('not_found', 'There is nothing at this address.');
  if (built === null) {
    return async (request) => {
      if (request.url !== '/') throw nothing();
      throw new Problem(
        'not_found',
        'The web app is not built. Build it with: npm run build --workspace=services/web',
      );
    };
  }
  await app.register(staticFiles, {
    root: webDir,
    wildcard: false,
    index: false,
    dotfiles: 'ignore',
    preCompressed: true,
    cacheControl: false,
    globIgnore: ['.*', '**/*.br', '**/*.gz'],
    setHeaders: (response, path) => {
      const immutable = path.startsWith(join(webDir, 'assets'));
      response.header('cache-control', immutable ? `public, max-age=${YEAR}, immutable` : 'no-cache');
    },
    schemaHide: true,
  });
  app.get('/', { schema: { hide: true } }, async (_request, reply) => reply.sendFile('index.html'));
  return async (request, reply) => {
    if (!isPage(request)) throw nothing();
    return await reply.sendFile('index.html');
  };
}

/** A browser that goes to an address asks for HTML; a client of the API doesn't. */
function isPage(request: FastifyRequest): boolean {
  const [path = ''] = request.url.split('?', 1);
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  if (path.startsWith('/v1/') || path.startsWith('/assets/')) return false;
  return (request.headers.accept ?? '').includes('text/html');
}
