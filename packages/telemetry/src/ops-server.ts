import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { Registry } from 'prom-client';

/**
 * The small HTTP server beside a worker: `/healthz` (the process answers), `/readyz` (its checks pass) and
 * `/metrics`. No authentication and nothing else on it: bind it where only the operator's network reaches.
 */
export interface OpsServer {
  port: number;
  /** Stops listening and ends open connections. */
  close(): Promise<void>;
}

export interface OpsServerOptions {
  /** 0 takes a free port. */
  port: number;
  /** Address to listen on; every interface by default, since the prober is often another container. */
  host?: string;
  /** By name; a check fails by throwing, or by taking longer than `checkTimeout`. */
  checks?: Record<string, () => Promise<unknown>>;
  registry: Registry;
  /** Longest time a check may take, in ms. Default 5,000. */
  checkTimeout?: number;
}

/** Resolves once it listens. @throws the system's error where the port can't be had */
export async function startOpsServer(options: OpsServerOptions): Promise<OpsServer> {
  const { checks = {}, registry, checkTimeout = 5_000 } = options;
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 10_000 }, (request, response) => {
    answer(request.url ?? '', response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else sendJson(response, 500, { status: 'error', error: messageOf(error) });
    });
  });

  async function answer(url: string, response: ServerResponse): Promise<void> {
    const [path] = url.split('?', 1);
    if (path === '/healthz') return sendJson(response, 200, { status: 'ok' });
    if (path === '/metrics') {
      const text = await registry.metrics();
      response.writeHead(200, { 'content-type': registry.contentType }).end(text);
      return;
    }
    if (path === '/readyz') {
      const results = await runChecks(checks, checkTimeout);
      const ready = Object.values(results).every((result) => result === 'ok');
      return sendJson(response, ready ? 200 : 503, {
        status: ready ? 'ready' : 'not_ready',
        checks: results,
      });
    }
    sendJson(response, 404, { status: 'not_found' });
  }

  server.listen(options.port, options.host ?? '0.0.0.0');
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : options.port,
    async close() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Runs all checks side by side. Each result is `ok` or the reason, without details that could hold a secret. */
async function runChecks(
  checks: Record<string, () => Promise<unknown>>,
  timeout: number,
): Promise<Record<string, string>> {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, await outcome(check, timeout)] as const),
  );
  return Object.fromEntries(results);
}

async function outcome(check: () => Promise<unknown>, timeout: number): Promise<string> {
  const { promise: late, resolve } = Promise.withResolvers<string>();
  const timer = setTimeout(() => resolve('timeout'), timeout);
  try {
    return await Promise.race([
      late,
      Promise.resolve()
        .then(check)
        .then(
          () => 'ok',
          (error: unknown) => codeOf(error),
        ),
    ]);
  } finally {
    clearTimeout(timer);
  }
}

function codeOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return 'failed';
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(`${JSON.stringify(body)}\n`);
}
