import { defineJob } from '@tender/queue';
import { z } from 'zod';

/**
 * The pipeline's jobs. Payloads hold ids only; what a job needs it reads under its tenant. Every handler may
 * run twice, so each writes under a unique key or a guard on the row's state.
 *
 * upload ─ enqueues ─▶ document.inspect ─ page ranges ─▶ pages.ocr … ─ last one ends ─▶ document.settle
 * every document through ─▶ tender.extract ─ ends ─▶ tender.settle
 */
export const documentInspect = defineJob({
  type: 'document.inspect',
  payload: z.object({ documentId: z.uuid() }),
  maxAttempts: 5,
  timeout: '5m',
});

/** Reads pages first…last (inclusive, from 1) that are still pending. */
export const pagesOcr = defineJob({
  type: 'pages.ocr',
  payload: z.object({ documentId: z.uuid(), first: z.int().min(1), last: z.int().min(1) }),
  maxAttempts: 5,
  timeout: '30m',
});

/**
 * Runs when a document's inspection or its last page range has ended, in whatever way, and gives a reason to
 * what was left unfinished by jobs that failed.
 */
export const documentSettle = defineJob({
  type: 'document.settle',
  payload: z.object({ documentId: z.uuid(), after: z.enum(['inspect', 'pages']) }),
  maxAttempts: 20,
  timeout: '1m',
});

export const tenderExtract = defineJob({
  type: 'tender.extract',
  payload: z.object({ tenderId: z.uuid(), version: z.int().min(1) }),
  maxAttempts: 5,
  timeout: '10m',
});

/** Runs when an extraction has ended, in whatever way, and fails the version if it left no result. */
export const tenderSettle = defineJob({
  type: 'tender.settle',
  payload: z.object({ tenderId: z.uuid(), version: z.int().min(1) }),
  maxAttempts: 20,
  timeout: '1m',
});
