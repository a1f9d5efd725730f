import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPool, problemSchema } from '@tender/tenders';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { form, pdf } from './testing/files.ts';
import { read, startTestSystem, type TestSystem } from './testing/test-system.ts';

/** What holds for every route: problems, headers, limits, the page and what an operator's tools ask. */

let system: TestSystem;
let webDir: string;
beforeAll(async () => {
  webDir = await mkdtemp(join(tmpdir(), 'tender-web-'));
  await mkdir(join(webDir, 'assets'));
  await writeFile(join(webDir, 'index.html'), '<!doctype html><title>Tenders</title>');
  await writeFile(join(webDir, '.fingerprint'), 'x');
  await writeFile(join(webDir, 'assets', 'app-1.js'), 'plain');
  await writeFile(join(webDir, 'assets', 'app-1.js.br'), 'brotli');
  system = await startTestSystem({ webDir });
});
afterAll(async () => {
  await system.close();
  await rm(webDir, { recursive: true, force: true });
});

async function problemOf(response: Response) {
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  const { status, code } = await read(problemSchema, response);
  expect(response.status).toBe(status);
  return { status, code };
}

/** Sends bytes as they are; resolves to all that comes back until the server closes. */
async function sendRaw(text: string): Promise<string> {
  const { hostname, port } = new URL(system.url);
  const socket = connect(Number(port), hostname);
  let answer = '';
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    answer += chunk;
  });
  socket.write(text);
  await once(socket, 'close');
  return answer;
}

test.each([
  ['GET', '/nothing'],
  ['GET', '/v1/nothing'],
  ['PUT', '/v1/tenders'],
  ['GET', '/v1/tenders/not-an-id'],
  ['GET', '/v1/tenders/00000000-0000-4000-8000-000000000000'],
  ['GET', '/../../etc/passwd'],
  ['GET', '/assets/nothing.js'],
  ['GET', '/.fingerprint'],
])('%s %s is not found', async (method, path) => {
  expect(await problemOf(await system.send(method, path, { key: system.keys.a }))).toEqual({
    status: 404,
    code: 'not_found',
  });
});

test('an address with broken encoding', async () => {
  const answer = await sendRaw('GET /v1/tenders/%ff%zz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain('"code":"invalid_request"');
});

test('what is not HTTP', async () => {
  const answer = await sendRaw('hello\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain('"code":"malformed_http"');
});

test('headers that are too large', async () => {
  const answer = await sendRaw(`GET / HTTP/1.1\r\nhost: x\r\nx: ${'y'.repeat(100_000)}\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 431 /);
  expect(answer).toContain('"code":"headers_too_large"');
});

test('a query that is not of the form', async () => {
  for (const query of ['limit=0', 'limit=101', 'limit=x', 'cursor=']) {
    expect(await problemOf(await system.get(`/v1/tenders?${query}`, system.keys.a))).toEqual({
      status: 400,
      code: 'invalid_request',
    });
  }
});

test('the id of a request is kept where it is tame', async () => {
  const given = await system.get('/healthz', undefined, { 'x-request-id': 'abc-1' });
  expect(given.headers.get('x-request-id')).toBe('abc-1');
  const wild = await system.get('/healthz', undefined, { 'x-request-id': 'a b' });
  expect(wild.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
});

test('every answer carries the policy of the page', async () => {
  for (const path of ['/', '/healthz', '/nothing', '/openapi.json', '/assets/app-1.js']) {
    const response = await system.get(path);
    expect(response.headers.get('content-security-policy'), path).toMatch(
      /^default-src 'none'; script-src 'self'/,
    );
    expect(response.headers.get('content-security-policy'), path).not.toContain('unsafe');
    expect(response.headers.get('x-content-type-options'), path).toBe('nosniff');
    await response.body?.cancel();
  }
});

test('the page is served at every address of a view, its files compressed and for ever', async () => {
  for (const path of ['/', '/tenders/1', '/workers?x=1']) {
    const page = await system.get(path, undefined, { accept: 'text/html,*/*' });
    expect(page.headers.get('content-type')).toMatch(/^text\/html/);
    expect(page.headers.get('cache-control')).toBe('no-cache');
    expect(await page.text()).toContain('<title>Tenders</title>');
  }
  // fetch would undo the encoding.
  const answer = await sendRaw(
    'GET /assets/app-1.js HTTP/1.1\r\nhost: x\r\naccept-encoding: br\r\nconnection: close\r\n\r\n',
  );
  expect(answer).toMatch(/content-encoding: br/i);
  expect(answer).toMatch(/cache-control: public, max-age=31536000, immutable/i);
  expect(answer).toMatch(/content-type: text\/javascript|application\/javascript/i);
  expect(answer.endsWith('brotli')).toBe(true);
});

test('health, readiness and metrics need no key', async () => {
  expect(await (await system.get('/healthz')).json()).toEqual({ status: 'ok' });
  expect(await (await system.get('/readyz')).json()).toEqual({ status: 'ready', checks: { database: 'ok' } });
  await (await system.get('/v1/tenders/00000000-0000-4000-8000-000000000000', system.keys.a)).text();
  const metrics = await (await system.get('/metrics')).text();
  expect(metrics).toContain(
    'http_request_duration_seconds_count{method="GET",route="/v1/tenders/:id",status="404"}',
  );
  expect(metrics).not.toContain('00000000-0000');
});

test('an error of our own says nothing of its cause', async () => {
  const broken = await startTestSystem({
    wrapStore: (store) => ({
      ...store,
      put: async () => {
        throw new Error('secret at /srv/objects');
      },
    }),
  });
  try {
    const body = form([{ bytes: pdf() }]);
    const response = await broken.send('POST', '/v1/tenders', { key: broken.keys.a, body });
    const text = await response.text();
    expect(response.status).toBe(500);
    expect(JSON.parse(text)).toMatchObject({ code: 'internal_error', requestId: expect.any(String) });
    expect(text).not.toContain('secret');
    expect(await broken.stored()).toMatchObject({ tenders: 0, jobs: 0, spooled: 0 });
  } finally {
    await broken.close();
  }
});

test('without a database: not ready, and every request is told to come again', async () => {
  const nobody = createServer().listen(0, '127.0.0.1');
  await once(nobody, 'listening');
  const address = nobody.address();
  const port = typeof address === 'object' ? address?.port : 0;
  nobody.close();
  await once(nobody, 'close');
  const pool = createPool({
    connectionString: `postgres://x@127.0.0.1:${port}/x`,
    role: '',
    applicationName: 'api-test',
  });
  const alone = await startTestSystem({ pool });
  try {
    expect((await alone.get('/readyz')).status).toBe(503);
    expect((await alone.get('/healthz')).status).toBe(200);
    expect((await alone.get('/metrics')).status).toBe(200);
    const response = await alone.get('/v1/tenders', alone.keys.a);
    expect(response.headers.get('retry-after')).not.toBeNull();
    expect(await problemOf(response)).toEqual({ status: 503, code: 'database_unavailable' });
  } finally {
    await alone.close();
    await pool.end();
  }
});

test('a key that asks too often is told when to come again', async () => {
  const limited = await startTestSystem({ rateLimits: { perKey: 3, failuresPerAddress: 100 } });
  try {
    const statuses: number[] = [];
    for (let i = 0; i < 4; i += 1) {
      const response = await limited.get('/v1/tenders', limited.keys.a);
      statuses.push(response.status);
      expect(response.headers.get('ratelimit-limit')).toBe('3');
      expect(response.headers.get('ratelimit-remaining')).toBe(String(Math.max(0, 2 - i)));
      if (response.status === 429) {
        expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
        expect(await problemOf(response)).toEqual({ status: 429, code: 'rate_limited' });
      } else await response.body?.cancel();
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
    expect((await limited.get('/v1/tenders', limited.keys.b)).status).toBe(200);
  } finally {
    await limited.close();
  }
});

test('an address that guesses keys is no longer listened to, not even with a right one', async () => {
  const limited = await startTestSystem({ rateLimits: { perKey: 100, failuresPerAddress: 3 } });
  try {
    for (let i = 0; i < 3; i += 1)
      expect((await limited.get('/v1/tenders', `tk_guess000_${i}234567890123456`)).status).toBe(401);
    expect(await problemOf(await limited.get('/v1/tenders', 'tk_guess000_0123456789012345'))).toMatchObject({
      code: 'rate_limited',
    });
    expect((await limited.get('/v1/tenders', limited.keys.a)).status).toBe(429);
  } finally {
    await limited.close();
  }
});

test('a key that was revoked opens nothing from then on', async () => {
  expect((await system.get('/v1/tenders', system.keys.b)).status).toBe(200);
  await system.db.query(`update tender.api_keys set revoked_at = now() where tenant_id = $1`, [
    system.tenants.b,
  ]);
  expect((await system.get('/v1/tenders', system.keys.b)).status).toBe(401);
});

test('a stop lets the upload that is running end', async () => {
  const held = { reached: Promise.withResolvers<void>(), released: Promise.withResolvers<void>() };
  const stopping = await startTestSystem({
    wrapStore: (store) => ({
      ...store,
      async put(...given) {
        held.reached.resolve();
        await held.released.promise;
        await store.put(...given);
      },
    }),
  });
  const upload = stopping.send('POST', '/v1/tenders', {
    key: stopping.keys.a,
    body: form([{ bytes: pdf() }]),
  });
  await held.reached.promise;
  const closed = stopping.app.close();
  held.released.resolve();
  expect((await upload).status).toBe(202);
  await closed;
  await stopping.close();
});
