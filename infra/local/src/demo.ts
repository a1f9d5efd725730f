import { once } from 'node:events';
import { createServer } from 'node:net';
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgres } from '@tender/postgres-local';
import { ensureWebBuild } from '@tender/web';
import { type DemoOptions, demoOptions, USAGE } from './demo-options.ts';
import { finished, getTender, type Tender, upload } from './http-client.ts';
import { keptKeys } from './kept-keys.ts';
import { sampleBytes, samplePackages } from './samples.ts';
import { startSystem } from './start-system.ts';

/*
 * `npm run demo`: everything on this machine, the sample tenders through it, and up until Ctrl-C.
 * Exit codes: 0; 1 when something could not start or, with --once, a sample failed; 2 on wrong usage.
 */

/** Longest time for the samples, in ms. */
const SAMPLES_WITHIN = 30 * 60_000;

function options(): DemoOptions {
  try {
    return demoOptions(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n\n${USAGE}\n`);
    process.exit(2);
  }
}

const asked = options();
const dataDir = resolve(asked.dataDir);
const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    if (stop.signal.aborted) process.exit(130);
    say('stopping …');
    stop.abort();
  });
}

function say(text: string): void {
  if (!asked.json) process.stdout.write(`${text}\n`);
}
function tell(event: Record<string, unknown>): void {
  if (asked.json) process.stdout.write(`${JSON.stringify(event)}\n`);
}

/** A port that another program has is said before anything is started. */
async function checkPort(port: number): Promise<void> {
  if (port === 0) return;
  const server = createServer();
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    throw new Error(`Port ${port} is in use. Choose another: npm run demo -- --port ${port + 1}`);
  }
  await new Promise((done) => server.close(done));
}

async function demo(): Promise<number> {
  await checkPort(asked.port);
  await using opened = new AsyncDisposableStack();
  const keys = await keptKeys(dataDir);
  let databaseUrl = process.env['DATABASE_URL'];
  if (databaseUrl === undefined) {
    say(`Starting PostgreSQL 18, data in ${dataDir}`);
    const postgres = await startPostgres({ dataDir: resolve(dataDir, 'postgres') });
    opened.defer(() => postgres.stop());
    databaseUrl = postgres.connectionString;
  }
  say('Building the dashboard, where that is needed');
  await ensureWebBuild();
  say('Starting api, 2 × ocr-worker, extract-worker');
  const passedOn = Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] =>
        entry[1] !== undefined && /^(S3_|OPENAI_|LOG_LEVEL$)/.test(entry[0]),
    ),
  );
  const system = await startSystem({
    databaseUrl,
    dataDir,
    port: asked.port,
    keys,
    env: passedOn,
    onLine(service, pid, entry) {
      if (Number(entry['level'] ?? 0) >= 50)
        say(`${service} ${pid}: ${entry['msg'] ?? JSON.stringify(entry)}`);
    },
  });
  opened.defer(() => system.stop());
  tell({ event: 'started', url: system.url, apiKey: system.apiKey, operatorKey: system.operatorKey });
  say(`\nDashboard     ${system.url}\nAPI key       ${system.apiKey}\nOperator key  ${system.operatorKey}\n`);

  const failed = asked.samples ? await runSamples(system.url, system.apiKey) : 0;
  if (asked.once) return failed === 0 ? 0 : 1;
  say(
    [
      'Try next:',
      `  open ${system.url} and sign in with the API key; the operator key shows workers and queue`,
      `  curl -s ${system.url}/v1/tenders -H "Authorization: Bearer ${system.apiKey}" -F file=@your.pdf`,
      `  kill -9 ${system.processes.find((one) => one.service === 'ocr-worker')?.pid}   an OCR worker; its pages are read by the other`,
      'Ctrl-C stops everything; the data stays.',
    ].join('\n'),
  );
  while (!stop.signal.aborted) await sleep(60_000, undefined, { signal: stop.signal }).catch(() => {});
  return 0;
}

/** Uploads every sample at once and follows them. @returns how many failed */
async function runSamples(url: string, apiKey: string): Promise<number> {
  const started = performance.now();
  const running = new Map<string, { name: string; shown: string }>();
  for (const { name, files } of await samplePackages()) {
    const parts = await Promise.all(
      files.map(async (filename) => ({ filename, bytes: await sampleBytes(filename) })),
    );
    const id = await upload(url, apiKey, parts);
    running.set(id, { name, shown: '' });
    tell({ event: 'uploaded', tender: id, name });
  }
  say(`Uploaded ${running.size} sample tenders`);
  const done: { name: string; tender: Tender }[] = [];
  while (running.size > 0 && !stop.signal.aborted) {
    if (performance.now() - started > SAMPLES_WITHIN)
      throw new Error('The samples took longer than 30 minutes.');
    for (const [id, sample] of running) {
      const tender = await getTender(url, apiKey, id);
      const { total, done: read } = tender.pages;
      const shown = `${tender.status} ${read}/${total}`;
      if (shown !== sample.shown) {
        sample.shown = shown;
        tell({
          event: 'progress',
          tender: id,
          name: sample.name,
          status: tender.status,
          pages: tender.pages,
        });
        say(
          `${((performance.now() - started) / 1_000).toFixed(1).padStart(6)} s  ${bar(read, total)}  ${tender.status.padEnd(10)} ${sample.name}`,
        );
      }
      if (finished(tender)) {
        running.delete(id);
        done.push({ name: sample.name, tender });
        tell({
          event: 'finished',
          tender: id,
          name: sample.name,
          status: tender.status,
          fields: tender.fields,
        });
      }
    }
    await sleep(500, undefined, { signal: stop.signal }).catch(() => {});
  }
  for (const { name, tender } of done) table(name, tender);
  say(`\n${done.length} tenders in ${((performance.now() - started) / 1_000).toFixed(0)} s\n`);
  return done.filter(({ tender }) => tender.status === 'failed').length;
}

function bar(done: number, total: number): string {
  const width = 20;
  const filled = total === 0 ? 0 : Math.round((done / total) * width);
  return `[${'#'.repeat(filled)}${'.'.repeat(width - filled)}] ${`${done}/${total}`.padStart(7)} pages`;
}

function table(name: string, tender: Tender): void {
  say(`\n${name}: ${tender.status}`);
  for (const field of tender.fields) {
    const page = field.evidence[0]?.page;
    say(
      `  ${field.name.padEnd(22)} ${short(field.text).padEnd(72)} ${page === undefined ? '' : `p. ${page}`.padEnd(6)} ${field.status}`,
    );
  }
}

function short(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 70 ? `${line.slice(0, 69)}…` : line;
}

try {
  process.exitCode = await demo();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
