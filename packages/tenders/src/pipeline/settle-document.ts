import { z } from 'zod';
import { documentInspect, pagesOcr } from '../jobs.ts';
import type { Tx } from '../tenant-transaction.ts';
import { failDocument } from './fail-document.ts';
import { type LockedDocument, lockDocument } from './lock-document.ts';
import { startExtractions } from './start-extractions.ts';
import { someLive, type UndoneJob, undoneJobs } from './undone-jobs.ts';
import { whyNotInspected, whyPageUnread } from './why-unread.ts';

const NO_PAGE_READABLE = {
  code: 'no_page_readable',
  message:
    'None of the pages could be read. Scan the document again, or print it to a new PDF, and upload that.',
};

/**
 * Closes a document when its inspection or its last page range has ended, in whatever way, and gives a reason to what
 * those left undone. May run twice, and late: a document that has gone on stays as it is.
 * @returns 'too_early' when a job that had ended is to run again: an operator's retry. Ask again later.
 */
export async function settleDocument(
  tx: Tx,
  documentId: string,
  after: 'inspect' | 'pages',
): Promise<'settled' | 'too_early'> {
  const document = await lockDocument(tx, documentId);
  if (document === null) return 'settled';
  return after === 'inspect' ? await settleInspection(tx, document) : await settlePages(tx, document);
}

async function settleInspection(tx: Tx, document: LockedDocument): Promise<'settled' | 'too_early'> {
  if (document.status !== 'received') return 'settled';
  const jobs = await undoneJobs(tx, {
    tenantId: document.tenantId,
    type: documentInspect.type,
    about: { documentId: document.id },
  });
  if (someLive(jobs)) return 'too_early';
  await failDocument(tx, document.id, whyNotInspected(jobs[0]));
  return 'settled';
}

async function settlePages(tx: Tx, document: LockedDocument): Promise<'settled' | 'too_early'> {
  if (document.status !== 'processing') return 'settled';
  const pending = await tx.query<{ page: number }>(
    `select page_no as page from tender.pages where document_id = $1 and status = 'pending' order by page_no`,
    [document.id],
  );
  if (pending.rows.length > 0) {
    const jobs = await undoneJobs(tx, {
      tenantId: document.tenantId,
      type: pagesOcr.type,
      about: { documentId: document.id },
    });
    if (someLive(jobs)) return 'too_early';
    await failPages(
      tx,
      document.id,
      pending.rows.map(({ page }) => page),
      jobs,
    );
  }
  const { rows } = await tx.query<{ readable: boolean }>(
    `select exists (select from tender.pages where document_id = $1 and status = 'done') as readable`,
    [document.id],
  );
  if (rows[0]?.readable !== true) {
    await failDocument(tx, document.id, NO_PAGE_READABLE);
    return 'settled';
  }
  await tx.query(`update tender.documents set status = 'ready', finished_at = now() where id = $1`, [
    document.id,
  ]);
  await startExtractions(tx, document);
  return 'settled';
}

const rangeSchema = z.object({ first: z.number(), last: z.number() });

/** Each page gets the reason of the job that was to read it. */
async function failPages(
  tx: Tx,
  documentId: string,
  pages: number[],
  jobs: readonly UndoneJob[],
): Promise<void> {
  const ranges = jobs.flatMap((job) => {
    const range = rangeSchema.safeParse(job.payload);
    return range.success ? [{ ...range.data, job }] : [];
  });
  const reasons = pages.map((page) =>
    whyPageUnread(ranges.find(({ first, last }) => first <= page && page <= last)?.job),
  );
  await tx.query(
    `update tender.pages p
     set status = 'failed', reason = f.reason, message = f.message, read_at = clock_timestamp()
     from unnest($2::int[], $3::text[], $4::text[]) as f(page_no, reason, message)
     where p.document_id = $1 and p.page_no = f.page_no and p.status = 'pending'`,
    [documentId, pages, reasons.map(({ code }) => code), reasons.map(({ message }) => message)],
  );
}
