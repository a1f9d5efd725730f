import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';

/** The policy that the API sends with the page. */
const CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** What a route answers; a Buffer is a PNG. */
export type Answer = { status?: number; body: unknown } | 'never';
/** By method and path without query, such as `GET /v1/tenders`. May change while the page is open. */
type Routes = Map<string, (request: { url: URL; key: string | null }) => Answer>;

export interface StandIn {
  url: string;
  routes: Routes;
  close(): Promise<void>;
}

/**
 * An API that answers what a test tells it to, for states of the page that a healthy system doesn't show: refusals,
 * outages, dead workers. It serves the built page under the same policy as the real one.
 */
export async function startStandIn(webRoot: string): Promise<StandIn> {
  const routes: Routes = new Map();
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://stand-in');
    if (!url.pathname.startsWith('/v1/')) return serveFile(webRoot, url.pathname, response);
    for await (const _ of request);
    const key = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1] ?? null;
    const route = routes.get(`${request.method} ${url.pathname}`);
    const said = route?.({ url, key }) ?? problem(404, 'not_found', 'There is no such thing.');
    if (said === 'never') return;
    const status = said.status ?? 200;
    if (said.body instanceof Buffer) {
      response.writeHead(status, { 'content-type': 'image/png' }).end(said.body);
      return;
    }
    const type = status >= 400 ? 'application/problem+json' : 'application/json';
    response.writeHead(status, { 'content-type': type }).end(JSON.stringify(said.body));
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = addressOf(server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    routes,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export function problem(status: number, code: string, detail: string): Answer {
  return { status, body: { type: 'about:blank', title: code, status, code, detail, requestId: 'request-1' } };
}

/** A file of the built page; for an address of a view, the page itself. */
async function serveFile(webRoot: string, path: string, response: ServerResponse): Promise<void> {
  const name = extname(path) === '' ? '/index.html' : normalize(path);
  const content = await readFile(join(webRoot, name)).catch(() => null);
  if (!content) {
    response.writeHead(404).end();
    return;
  }
  response
    .writeHead(200, {
      'content-type': TYPES[extname(name)] ?? 'application/octet-stream',
      'content-security-policy': CSP,
      'x-content-type-options': 'nosniff',
    })
    .end(content);
}

function addressOf(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new Error('the stand-in has no port');
  return address;
}
