import type { Reason } from './fail-document.ts';
import type { UndoneJob } from './undone-jobs.ts';

/*
 * What a person is told of work that failed jobs left undone. What the jobs threw is the operator's, and stands at
 * the job: here is only which kind of end it was.
 */

/** @param job the newest inspection of the document; none when it is not kept any more */
export function whyNotInspected(job: UndoneJob | undefined): Reason {
  switch (kindOf(job)) {
    case 'crashed':
      return {
        code: 'worker_crashed',
        message:
          'The document stopped every worker that tried to open it. Print it to a new PDF and upload that.',
      };
    case 'cancelled':
      return {
        code: 'job_cancelled',
        message: 'An operator stopped the reading of this document. Retry the tender to read it.',
      };
    case 'failed':
      return {
        code: 'inspect_failed',
        message:
          'The document could not be opened because of a fault on our side. Retry the tender; if it stays so, tell the operator.',
      };
  }
}

/** @param job the newest one that was to read the page */
export function whyPageUnread(job: UndoneJob | undefined): Reason {
  switch (kindOf(job)) {
    case 'crashed':
      return {
        code: 'worker_crashed',
        message: 'The page, or one read with it, stopped every worker that tried to read it.',
      };
    case 'cancelled':
      return {
        code: 'job_cancelled',
        message: 'An operator stopped the reading of this page. Retry the tender to read it.',
      };
    case 'failed':
      return {
        code: 'job_failed',
        message:
          'The page could not be read because of a fault on our side. Retry the tender; if it stays so, tell the operator.',
      };
  }
}

function kindOf(job: UndoneJob | undefined): 'crashed' | 'cancelled' | 'failed' {
  if (job?.status === 'cancelled') return 'cancelled';
  // The queue's own words for an attempt whose worker died or stalled.
  return job?.lastError?.startsWith('lease expired') ? 'crashed' : 'failed';
}
