import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { uploadedSchema } from '@tender/tenders';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { form, pdf } from './testing/files.ts';
import { startTestSystem, type TestSystem } from './testing/test-system.ts';

/** The service as a process: how it starts, refuses to start, and ends. */

const program = fileURLToPath(new URL('main.ts', import.meta.url));
const running = new Set<ChildProcess>();
let system: TestSystem;
let dir: string;
let env: Record<string, string>;

beforeAll(async () => {
  // For its database and its keys; the process is another server on them.
  system = await startTestSystem();
  dir = await mkdtemp(join(tmpdir(), 'tender-api-main-'));
  const { rows } = await system.db.query('select current_database() as name');
  const url = new URL(process.env['TEST_DATABASE_URL'] ?? '');
  url.pathname = `/${rows[0].name}`;
  env = {
    DATABASE_URL: url.href,
    STORAGE_DIR: join(dir, 'objects'),
    SPOOL_DIR: join(dir, 'spool'),
    PORT: '0',
    LOG_LEVEL: 'info',
  };
});
afterAll(async () => {
  for (const child of running) child.kill('SIGKILL');
  await system.close();
  await rm(dir, { recursive: true, force: true });
});

/** Starts it with these variables and none of the caller's but what Node needs. */
function start(variables: Record<string, string>) {
  const { PATH = '', NODE_OPTIONS = '' } = process.env;
  const child = spawn(process.execPath, [program], {
    env: { PATH, NODE_OPTIONS, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const listening = Promise.withResolvers<string>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const entry = JSON.parse(line);
    if (entry.msg === 'listening') listening.resolve(entry.url);
  });
  const ended = once(child, 'close').then(([code]) => {
    running.delete(child);
    listening.reject(new Error(`it ended with ${code}: ${stderr}`));
    return { code, stderr };
  });
  // Whoever doesn't wait for it to listen doesn't mind that it never did.
  listening.promise.catch(() => {});
  return { child, listening: listening.promise, ended };
}

test('it serves an upload and a picture of its page, ends on SIGTERM with code 0, and leaves nothing on its spool', async () => {
  const service = start(env);
  const url = await service.listening;
  expect((await fetch(new URL('/readyz', url))).status).toBe(200);
  const response = await fetch(new URL('/v1/tenders', url), {
    method: 'POST',
    headers: { authorization: `Bearer ${system.keys.a}` },
    body: form([{ bytes: pdf('by a process') }]),
  });
  expect(response.status).toBe(202);
  const { documents } = uploadedSchema.parse(await response.json());
  const id = documents[0]?.id;
  // As the inspection does.
  await system.db.query(
    `insert into tender.pages (document_id, page_no, tenant_id, triage, triage_reason, width, height, rotate)
     values ($1, 1, $2, 'text_layer', 'clean', 595, 842, 0)`,
    [id, system.tenants.a],
  );
  const picture = await fetch(new URL(`/v1/documents/${id}/pages/1/image.png?width=320`, url), {
    headers: { authorization: `Bearer ${system.keys.a}` },
  });
  expect({ status: picture.status, type: picture.headers.get('content-type') }).toEqual({
    status: 200,
    type: 'image/png',
  });
  const png = Buffer.from(await picture.arrayBuffer());
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect(png.readUInt32BE(16)).toBe(320);
  service.child.kill('SIGTERM');
  expect(await service.ended).toMatchObject({ code: 0, stderr: '' });
  expect(await readdir(join(dir, 'spool', 'uploads'))).toEqual([]);
});

test('what a killed process left on the spool is removed by the next', async () => {
  const first = start(env);
  await first.listening;
  first.child.kill('SIGKILL');
  await first.ended;
  expect(await readdir(join(dir, 'spool', 'uploads'))).toHaveLength(1);
  const second = start(env);
  await second.listening;
  const left = await readdir(join(dir, 'spool', 'uploads'));
  expect(left).toEqual([expect.stringMatching(new RegExp(`-${second.child.pid}-`))]);
  second.child.kill('SIGTERM');
  await second.ended;
});

test('it starts while the database is away, and says that it is not ready', async () => {
  const service = start({ ...env, DATABASE_URL: 'postgres://x@127.0.0.1:1/x' });
  const url = await service.listening;
  expect((await fetch(new URL('/readyz', url))).status).toBe(503);
  service.child.kill('SIGTERM');
  expect((await service.ended).code).toBe(0);
});

const WRONG: [what: string, change: Record<string, string>, line: RegExp][] = [
  ['no database', { DATABASE_URL: '' }, /^DATABASE_URL is not set: it should be the URL of the database/],
  ['a database URL that is none', { DATABASE_URL: 'db:5432' }, /^DATABASE_URL is wrong: /],
  ['a port that is none', { PORT: 'http' }, /^PORT is wrong: /],
  ['a port out of range', { PORT: '99999' }, /^PORT is wrong: it should be 65535 or less/],
  ['a role that is not this service’s', { DATABASE_ROLE: 'postgres' }, /^DATABASE_ROLE is wrong: /],
  ['no object store', { STORAGE_DIR: '' }, /^S3_BUCKET is not set: /],
  ['two object stores', { S3_BUCKET: 'b' }, /^STORAGE_DIR is wrong: /],
  ['a log level that is none', { LOG_LEVEL: 'loud' }, /^LOG_LEVEL is wrong: it should be one of trace, /],
  ['a limit of nothing', { MAX_FILES: '0' }, /^MAX_FILES is wrong: it should be 1 or more/],
];

test.each(WRONG)('%s is one line that names the variable, and exit code 1', async (_what, change, line) => {
  const { code, stderr } = await start({ ...env, ...change }).ended;
  expect(stderr).toMatch(line);
  expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  expect(code).toBe(1);
});

test('a port in use is one line', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const address = other.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const { code, stderr } = await start({ ...env, PORT: String(port) }).ended;
  other.close();
  expect(stderr).toBe(`PORT is wrong: port ${port} of 127.0.0.1 is in use by another program\n`);
  expect(code).toBe(1);
});
