import { afterEach, expect, test } from 'vitest';
import { type OpsServer, startOpsServer } from './ops-server.ts';
import { Counter, createRegistry } from './registry.ts';

const servers: OpsServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function start(checks: Record<string, () => Promise<unknown>>, checkTimeout?: number): Promise<string> {
  const registry = createRegistry();
  new Counter({ name: 'jobs_total', help: 'Jobs', registers: [registry] }).inc(3);
  const server = await startOpsServer({
    port: 0,
    host: '127.0.0.1',
    checks,
    registry,
    ...(checkTimeout === undefined ? {} : { checkTimeout }),
  });
  servers.push(server);
  return `http://127.0.0.1:${server.port}`;
}

test('answers health, readiness and metrics, and nothing else', async () => {
  const base = await start({ database: async () => {} });
  expect((await fetch(`${base}/healthz`)).status).toBe(200);
  const ready = await fetch(`${base}/readyz?full=1`);
  expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready', checks: { database: 'ok' } }]);
  const metrics = await (await fetch(`${base}/metrics`)).text();
  expect(metrics).toContain('jobs_total 3');
  expect(metrics).toContain('process_cpu_seconds_total');
  expect((await fetch(`${base}/`)).status).toBe(404);
});

test('is not ready while a check fails or does not end, and says which without its details', async () => {
  const refused = Object.assign(new Error('password CANARY refused'), { code: 'ECONNREFUSED' });
  const base = await start(
    {
      database: () => Promise.reject(refused),
      storage: () => new Promise(() => {}),
      plain: () => Promise.reject(new Error('CANARY')),
      thrown: () => {
        throw new Error('CANARY');
      },
      fine: async () => 1,
    },
    20,
  );
  const response = await fetch(`${base}/readyz`);
  expect(response.status).toBe(503);
  expect(await response.json()).toEqual({
    status: 'not_ready',
    checks: { database: 'ECONNREFUSED', storage: 'timeout', plain: 'failed', thrown: 'failed', fine: 'ok' },
  });
});

test('a port in use is an error, closing twice is not', async () => {
  const base = await start({});
  await expect(
    startOpsServer({ port: Number(new URL(base).port), host: '127.0.0.1', registry: createRegistry() }),
  ).rejects.toThrow('EADDRINUSE');
  await servers[0]?.close();
  await servers[0]?.close();
});
