import { setTimeout as sleep } from 'node:timers/promises';
import { extractTender } from '@tender/extraction';
import { type Handler, handle } from '@tender/queue';
import {
  awaitsExtraction,
  documentSettle,
  extractionInput,
  setTenant,
  settleDocument,
  settleTender,
  storeExtraction,
  tenderExtract,
  tenderSettle,
  withTenant,
} from '@tender/tenders';
import type pg from 'pg';

/** Closes documents whose reading has ended, reads the fields of tenders whose documents are closed, and closes those. */
export function extractHandlers(options: { pool: pg.Pool }): Handler[] {
  const { pool } = options;
  return [
    handle(documentSettle, async (job, ctx) => {
      await ctx.complete(async (tx) => {
        await setTenant(tx, job.tenantId ?? '');
        await settleDocument(tx, job.payload.documentId, job.payload.after);
      });
    }),
    handle(tenderExtract, async (job, ctx) => {
      const { tenderId, version } = job.payload;
      const tenantId = job.tenantId ?? '';
      const documents = await withTenant(pool, tenantId, async (tx) =>
        (await awaitsExtraction(tx, tenderId, version)) ? await extractionInput(tx, tenderId, version) : null,
      );
      if (documents === null) return;
      const found = await extractTender({ documents, signal: ctx.signal });
      await ctx.complete(async (tx) => {
        await setTenant(tx, tenantId);
        await storeExtraction(tx, { tenantId, tenderId, version }, found);
        await pauseInTests();
      });
    }),
    handle(tenderSettle, async (job, ctx) => {
      await ctx.complete(async (tx) => {
        await setTenant(tx, job.tenantId ?? '');
        await settleTender(tx, job.payload.tenderId, job.payload.version);
      });
    }),
  ];
}

/** A test that kills this process inside its transaction names how long it holds it open, in ms. Nothing otherwise. */
async function pauseInTests(): Promise<void> {
  const ms = Number(process.env['TENDER_TEST_HOLD_EXTRACTION_MS'] ?? 0);
  if (ms > 0) await sleep(ms);
}
