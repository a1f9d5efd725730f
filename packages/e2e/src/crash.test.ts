import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { brokenInvariants } from './support/invariants.ts';
import { fixture, scannedPackage } from './support/scans.ts';
import { pageReads, startTestSystem, type TestSystem } from './support/system.ts';
import { waitFor } from './support/wait-for.ts';

/**
 * Workers that die, stall or are told to stop in the middle of a package. After each, the package is whole:
 * every page once, one result, nothing left behind.
 */
describe('a worker in the middle of a package', () => {
  let system: TestSystem;
  beforeAll(async () => {
    system = await startTestSystem({
      ocrWorkers: 2,
      extractWorkers: 1,
      lease: { lease: '15s', heartbeat: '2s' },
    });
  });
  afterAll(() => system.stop());

  /** Uploads a scan and waits until some pages are read; returns the worker that is reading and what is read. */
  async function inTheMiddle(pages: number, mark: string) {
    const tender = await system.client.upload([
      { filename: `${mark}.pdf`, bytes: await scannedPackage(pages, mark) },
    ]);
    const documentId = tender.documents[0]?.id ?? '';
    const held = await waitFor('a worker to hold pages of the package, with some read', async (seen) => {
      const { rows } = await system.db.query<{ id: string; worker_id: string; pid: number; read: number }>(
        `select j.id, j.worker_id, w.pid, (select count(*)::int from tender.pages p
                 where p.document_id = $1 and p.status = 'done' and p.read_at is not null) as read
         from queue.jobs j join queue.workers w on w.id = j.worker_id
         where j.type = 'pages.ocr' and j.status = 'running' and j.payload ->> 'documentId' = $1::text
           and exists (select from tender.pages p where p.document_id = $1 and p.worker_id = j.worker_id
                       and p.page_no between (j.payload ->> 'first')::int and (j.payload ->> 'last')::int)
         order by j.id limit 1`,
        [documentId],
      );
      seen(rows);
      return rows[0];
    });
    const done = await pageReads(system.db, documentId);
    return { tender, documentId, held, done };
  }

  async function expectWhole(
    tenderId: string,
    documentId: string,
    pages: number,
    before: Map<number, string>,
  ) {
    const end = await system.client.finished(tenderId);
    expect(end.pages).toEqual({ total: pages, done: pages, failed: 0 });
    expect(end.status).toBe('ready');
    const after = await pageReads(system.db, documentId);
    expect(after.size).toBe(pages);
    // A page read before the fault keeps its moment and its reader: it was not read again.
    for (const [page, read] of before) expect(after.get(page)).toBe(read);
    await waitFor('no job to be left', async (seen) => {
      const broken = await brokenInvariants(system.db);
      seen(broken);
      return broken.length === 0;
    });
  }

  test('SIGKILL: another finishes it, finished pages are not read again', async () => {
    const { tender, documentId, held, done } = await inTheMiddle(20, 'sigkill');
    const victim = system.byPid(held.pid);
    const killedAt = performance.now();
    // The worker that is left has work of its own: a fresh one, as an orchestrator starts.
    await system.start('ocr-worker');
    victim.kill('SIGKILL');
    await waitFor('the job to run on another worker', async (seen) => {
      const { rows } = await system.db.query(
        `select status, worker_id, attempts, last_error from queue.jobs where id = $1`,
        [held.id],
      );
      seen(rows);
      const job = rows[0];
      return (
        job !== undefined &&
        job['worker_id'] !== held.worker_id &&
        ['running', 'done'].includes(job['status'])
      );
    });
    const seconds = ((performance.now() - killedAt) / 1_000).toFixed(2);
    console.log(`kill -9 to running again: ${seconds} s`);
    await expectWhole(tender.id, documentId, 20, done);
    const { rows } = await system.db.query(
      `select reason from queue.job_attempts where job_id = $1 order by attempt`,
      [held.id],
    );
    expect(rows.length).toBe(1);
  });

  test('SIGSTOP past the lease, then SIGCONT: the late writes change nothing', async () => {
    const { tender, documentId, held } = await inTheMiddle(8, 'sigstop');
    const stalled = system.byPid(held.pid);
    stalled.kill('SIGSTOP');
    try {
      await waitFor('the job to be taken from the stalled worker', async (seen) => {
        const { rows } = await system.db.query(`select status, worker_id from queue.jobs where id = $1`, [
          held.id,
        ]);
        seen(rows);
        return rows[0] !== undefined && rows[0]['worker_id'] !== held.worker_id;
      });
      const done = await pageReads(system.db, documentId);
      stalled.kill('SIGCONT');
      await expectWhole(tender.id, documentId, 8, done);
    } finally {
      stalled.kill('SIGCONT');
    }
    // The worker that was away works on.
    const next = await system.client.upload([fixture('01-en-clean.pdf')]);
    expect((await system.client.finished(next.id)).status).toBe('ready');
  });

  test('SIGTERM in the middle of a page: released uncharged, finished elsewhere, clean exit', async () => {
    const { tender, documentId, held, done } = await inTheMiddle(8, 'sigterm');
    const leaving = system.byPid(held.pid);
    leaving.kill('SIGTERM');
    expect(await leaving.exited).toEqual({ code: 0, signal: null });
    await system.start('ocr-worker');
    await expectWhole(tender.id, documentId, 8, done);
    const { rows } = await system.db.query(`select attempts from queue.jobs where id = $1`, [held.id]);
    expect(rows[0]).toEqual({ attempts: 1 });
  });
});
