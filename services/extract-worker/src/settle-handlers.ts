import { type Handler, handle, Snooze } from '@tender/queue';
import {
  documentSettle,
  setTenant,
  settleDocument,
  settleTender,
  tenantOf,
  tenderSettle,
} from '@tender/tenders';

/** How long to wait for a job that an operator has sent back to the queue, in ms. */
const LATER = 5_000;

/** `document.settle` and `tender.settle`: give an end and a reason to what failed jobs left undone. */
export function settleHandlers(): Handler[] {
  return [
    handle(documentSettle, async (job, ctx) => {
      const tenantId = tenantOf(job);
      await ctx.complete(async (tx) => {
        await setTenant(tx, tenantId);
        later(await settleDocument(tx, job.payload.documentId, job.payload.after));
      });
    }),
    handle(tenderSettle, async (job, ctx) => {
      const tenantId = tenantOf(job);
      await ctx.complete(async (tx) => {
        await setTenant(tx, tenantId);
        later(await settleTender(tx, { tenantId, ...job.payload }));
      });
    }),
  ];
}

/** Rolls the end of this job back with the rest. */
function later(end: 'settled' | 'too_early'): void {
  if (end === 'too_early') throw new Snooze(LATER);
}
