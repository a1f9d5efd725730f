import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgres } from '@tender/postgres-local';
import { PDFDocument } from 'pdf-lib';
import pg from 'pg';
import { finished, getTender, upload } from './http-client.ts';
import { startSystem } from './start-system.ts';

/*
 * `npm run crash-demo`: a 20-page scan, and an OCR worker killed with SIGKILL in the middle of it. Prints what happens
 * when, then checks that nothing was lost or done twice. Exit code 1 if something was.
 */

const PAGES = 20;
const WITHIN = 10 * 60_000;

async function scan(): Promise<Uint8Array<ArrayBuffer>> {
  const source = await PDFDocument.load(
    await readFile(new URL('../../../fixtures/tenders/02-en-scanned.pdf', import.meta.url)),
  );
  const target = await PDFDocument.create();
  const order = Array.from({ length: PAGES }, (_, index) => index % source.getPageCount());
  for (const page of await target.copyPages(source, order)) target.addPage(page);
  return new Uint8Array(await target.save());
}

async function crashDemo(): Promise<number> {
  await using opened = new AsyncDisposableStack();
  const dir = await mkdtemp(join(tmpdir(), 'tender-crash-'));
  opened.defer(() => rm(dir, { recursive: true, force: true }));
  const postgres = await startPostgres({ dataDir: join(dir, 'postgres') });
  opened.defer(() => postgres.stop());
  const system = await startSystem({ databaseUrl: postgres.connectionString, dataDir: dir });
  opened.defer(() => system.stop());
  const db = new pg.Pool({ connectionString: postgres.connectionString, max: 2 });
  opened.defer(() => db.end());

  const started = performance.now();
  const end = started + WITHIN;
  const note = (text: string): void =>
    void process.stdout.write(
      `${((performance.now() - started) / 1_000).toFixed(2).padStart(7)} s  ${text}\n`,
    );
  async function wait<T>(what: string, look: () => Promise<T | null>): Promise<T> {
    while (performance.now() < end) {
      const found = await look();
      if (found !== null) return found;
      await sleep(25);
    }
    throw new Error(`Ten minutes passed before ${what}.`);
  }

  const tenderId = await upload(system.url, system.apiKey, [
    { filename: 'twenty-pages.pdf', bytes: await scan() },
  ]);
  note(`uploaded: a scanned package of ${PAGES} pages`);
  const victim = await wait('a worker was in the middle of it', async () => {
    const { rows } = await db.query<{ id: string; worker_id: string; pid: number; read: number }>(
      `select j.id::text, j.worker_id, w.pid, (select count(*)::int from tender.pages where status = 'done') as read
       from queue.jobs j join queue.workers w on w.id = j.worker_id
       where j.type = 'pages.ocr' and j.status = 'running'
         and exists (select from tender.pages p where p.worker_id = w.id and p.status = 'done'
                     and p.page_no between (j.payload ->> 'first')::int and (j.payload ->> 'last')::int)
       limit 1`,
    );
    return rows[0] ?? null;
  });
  const reads = async (): Promise<Map<number, string>> => {
    const { rows } = await db.query<{ page_no: number; read: string }>(
      `select page_no, worker_id || ' at ' || read_at as read from tender.pages where status = 'done'`,
    );
    return new Map(rows.map((row) => [row.page_no, row.read]));
  };
  system.processes.find((one) => one.pid === victim.pid)?.kill('SIGKILL');
  const killedAt = performance.now();
  const before = await reads();
  note(`killed: OCR worker ${victim.pid}, in job ${victim.id}, with ${before.size} pages read`);
  await wait('the death was noticed', async () => {
    const { rows } = await db.query(`select from queue.workers where id = $1 and died_at is not null`, [
      victim.worker_id,
    ]);
    return rows[0] ?? null;
  });
  note('noticed: its session lock is gone, and so its jobs are taken back');
  // The worker that is left may be busy: one more, as an orchestrator would start.
  await system.start('ocr-worker');
  const heir = await wait('the job ran again', async () => {
    const { rows } = await db.query<{ worker_id: string; attempts: number }>(
      `select worker_id, attempts from queue.jobs where id = $1 and worker_id <> $2 and status in ('running', 'done')`,
      [victim.id, victim.worker_id],
    );
    return rows[0] ?? null;
  });
  note(
    `running again: attempt ${heir.attempts}, ${((performance.now() - killedAt) / 1_000).toFixed(2)} s after the kill`,
  );
  const tender = await wait('the tender was ready', async () => {
    const now = await getTender(system.url, system.apiKey, tenderId);
    return finished(now) ? now : null;
  });
  note(
    `finished: ${tender.status}, ${tender.pages.done} of ${tender.pages.total} pages, ${tender.fields.length} fields`,
  );

  const after = await reads();
  const twice = [...before].filter(([page, read]) => after.get(page) !== read).length;
  const { rows } = await db.query<{ extractions: number; doubles: number }>(
    `select (select count(*)::int from queue.jobs where type = 'tender.extract') as extractions,
            (select count(*)::int from (select from tender.fields group by tender_id, version, name having count(*) > 1) d) as doubles`,
  );
  const checks: [string, boolean][] = [
    [`every page is there once (${after.size})`, after.size === PAGES && tender.pages.total === PAGES],
    ['no page that was finished was read again', twice === 0],
    ['one extraction, no field twice', rows[0]?.extractions === 1 && rows[0].doubles === 0],
    ['the tender is ready', tender.status === 'ready'],
  ];
  for (const [what, holds] of checks) process.stdout.write(`${holds ? '  ok  ' : '  NOT '}  ${what}\n`);
  return checks.every(([, holds]) => holds) ? 0 : 1;
}

try {
  process.exitCode = await crashDemo();
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
