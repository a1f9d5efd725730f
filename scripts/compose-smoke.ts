import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openCompose, serviceOf, volumesOf } from './compose/engine.ts';
import { weaknesses, weaknessesInside } from './compose/hardening.ts';
import { complaints } from './compose/sample-truth.ts';
import { settled } from './compose/settled.ts';
import { tenderClient } from './compose/tender-client.ts';
import { finish } from './run-vitest.ts';

/**
 * `npm run test:compose`: docker-compose.yml for real, with an engine and nothing else. Builds the image, starts
 * everything under a project name, port and keys of its own, uploads sample tenders, looks at the fields and at the
 * containers' hardening, stops and starts it again, and removes all but the image. Images that can't be pulled
 * must be there under the names in the compose file.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const START_DEADLINE = 300_000;
const TENDER_DEADLINE = 300_000;

const SAMPLES = ['01-en-clean', '02-en-scanned'].map((name) => `${root}fixtures/tenders/${name}.pdf`);

const secret = (): string => randomBytes(24).toString('hex');
const port = await freePort();
const apiKey = `tk_${randomBytes(6).toString('hex')}_${secret()}`;
const operatorKey = `op_${randomBytes(6).toString('hex')}_${secret()}`;
const compose = await openCompose({
  project: `tender-smoke-${process.pid}`,
  cwd: root,
  // Nothing of the caller's environment but what the client needs: variables of another store must not leak in.
  env: {
    ...pick('PATH', 'HOME', 'DOCKER_HOST', 'DOCKER_CONFIG', 'DOCKER_CONTEXT', 'S3_IMAGE', 'TENDER_IMAGE'),
    API_PORT: String(port),
    POSTGRES_PASSWORD: secret(),
    TENDER_API_PASSWORD: secret(),
    TENDER_WORKER_PASSWORD: secret(),
    S3_ACCESS_KEY_ID: randomBytes(8).toString('hex'),
    S3_SECRET_ACCESS_KEY: secret(),
    BOOTSTRAP_API_KEY: apiKey,
    BOOTSTRAP_OPERATOR_KEY: operatorKey,
  },
});
const client = tenderClient(`http://127.0.0.1:${port}`, apiKey);
const volumes = new Set<string>();
const results = { passed: 0, failed: 0 };

/** Runs one named check; what it throws or returns (a list of complaints) is shown. */
async function check(name: string, run: () => Promise<string[] | undefined>): Promise<boolean> {
  const problems = await run().catch((error: unknown) => [
    error instanceof Error ? error.message : String(error),
  ]);
  const ok = problems === undefined || problems.length === 0;
  process.stdout.write(`${ok ? 'ok  ' : 'FAIL'} ${name}\n`);
  for (const problem of problems ?? []) process.stdout.write(`     ${problem.replaceAll('\n', '\n     ')}\n`);
  results[ok ? 'passed' : 'failed']++;
  return ok;
}

const remove = (): Promise<void> =>
  compose.run('down', '-v', '--remove-orphans', '-t', '10').catch((error: unknown) => {
    process.stderr.write(`${String(error)}\n`);
  });
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void remove().finally(() => process.exit(1)));
}

try {
  const up = await check('builds, starts, and every container is healthy or done', async () => {
    // One image for all: the others find it built.
    await compose.run('build', 'volume-owner');
    await compose.run('up', '-d');
    return await settled(compose, START_DEADLINE);
  });
  if (up) await checkRunning();
} finally {
  await remove();
}
await check('nothing is left behind', async () => [
  ...(await compose.containers()).map((left) => `container ${left.Name}`),
  ...(await compose.existing(volumes)).map((left) => `volume ${left}`),
]);
finish(results);

async function checkRunning(): Promise<void> {
  const containers = await compose.containers();
  for (const volume of containers.flatMap(volumesOf)) volumes.add(volume);
  await check('two OCR workers, one of every other service', async () => {
    const counts = Object.groupBy(containers, serviceOf);
    return Object.entries(counts)
      .filter(([service, found]) => found?.length !== (service === 'ocr-worker' ? 2 : 1))
      .map(([service, found]) => `${found?.length} × ${service}`);
  });
  for (const target of containers) {
    const name = target.Name.slice(1);
    await check(`${name} is hardened`, async () => weaknesses(target));
    if (target.State.Status === 'running') {
      await check(`${name} is hardened from inside`, () => weaknessesInside(compose, target));
    }
  }
  await check('database, object store and OCR workers have no way out of this machine', async () => {
    const kept = containers.filter((target) =>
      ['postgres', 'minio', 'ocr-worker'].includes(serviceOf(target)),
    );
    const ways = await Promise.all(kept.map((target) => compose.waysOut(target)));
    return kept.length === 4 ? ways.flat() : [`there are ${kept.length} of them, not 4`];
  });

  await check(
    'the API refuses who has no key, a wrong one, or a tenant’s for the operator’s routes',
    async () => {
      const nobody = await fetch(`http://127.0.0.1:${port}/v1/tenders`);
      const stranger = await tenderClient(`http://127.0.0.1:${port}`, `${apiKey}x`).status('/v1/tenders');
      const tenant = await client.status('/v1/admin/queue');
      const operator = await tenderClient(`http://127.0.0.1:${port}`, operatorKey).status('/v1/admin/queue');
      const got = [nobody.status, stranger, tenant, operator].join(' ');
      return got === '401 401 403 200' ? [] : [`expected 401 401 403 200, got ${got}`];
    },
  );

  const ids = new Map<string, string>();
  for (const file of SAMPLES) {
    await check(`an uploaded ${basename(file)} gives its fields`, async () => {
      const id = await client.upload(file);
      ids.set(file, id);
      return await complaints(await client.finished(id, TENDER_DEADLINE), file);
    });
  }

  await check('a service ends by itself when told to', async () => {
    await compose.run('stop', 'api', 'ocr-worker', 'extract-worker');
    return (await compose.containers())
      .filter((target) => ['api', 'ocr-worker', 'extract-worker'].includes(serviceOf(target)))
      .filter((target) => target.State.ExitCode !== 0 || target.State.OOMKilled)
      .map((target) => `${target.Name} ended with ${target.State.ExitCode}`);
  });
  await check('new containers on the same volumes keep tenders and keys', async () => {
    // Not `down`: that leaves the nameless volumes of the spools.
    await compose.run('rm', '-s', '-f', '-v');
    await compose.run('up', '-d');
    const problems = await settled(compose, START_DEADLINE);
    for (const volume of (await compose.containers()).flatMap(volumesOf)) volumes.add(volume);
    for (const [file, id] of ids) problems.push(...(await complaints(await client.get(id), file)));
    return problems;
  });
}

function pick(...names: string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}
