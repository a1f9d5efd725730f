export {
  jobId,
  jobListQuery,
  jobListSchema,
  jobSchema,
  jobStorySchema,
  pausedSchema,
  queueSchema,
  redrivenSchema,
  redriveSchema,
  workersSchema,
} from './api/admin.ts';
export { decodeCursor, encodeCursor, listQuery, type TenderPosition } from './api/cursor.ts';
export {
  type DocumentView,
  documentSchema,
  type PageView,
  pageSchema,
  type WarningView,
  warningSchema,
} from './api/documents.ts';
export { type ProblemBody, problemSchema } from './api/problem.ts';
export {
  type ListedTender,
  type TenderView,
  tenderListSchema,
  tenderQuery,
  tenderSchema,
  type Uploaded,
  type UploadFields,
  uploadedSchema,
  uploadFieldsSchema,
  uploadFormSchema,
} from './api/tenders.ts';
export { authenticate, createApiKey, ensureTenant, type Principal } from './api-keys.ts';
export { createPool, type PoolOptions } from './connect.ts';
export { documentInspect, documentSettle, pagesOcr, tenderExtract, tenderSettle } from './jobs.ts';
export { migrate } from './migrate.ts';
export { documentKey } from './object-key.ts';
export { type DocumentToRead, documentToRead } from './pipeline/document-to-read.ts';
export { extractionInput } from './pipeline/extraction-input.ts';
export { failDocument, type Reason } from './pipeline/fail-document.ts';
export { modelAnswers } from './pipeline/model-answers.ts';
export { pendingPages, storePage } from './pipeline/page-checkpoint.ts';
export { recordInspection } from './pipeline/record-inspection.ts';
export { settleDocument } from './pipeline/settle-document.ts';
export { settleTender } from './pipeline/settle-tender.ts';
export { startExtractions } from './pipeline/start-extractions.ts';
export { awaitsExtraction, storeExtraction } from './pipeline/store-extraction.ts';
export { addDocuments } from './queries/add-documents.ts';
export { type CreatedVersion, createTender, type NewTender } from './queries/create-tender.ts';
export { deleteTender } from './queries/delete-tender.ts';
export { getDocument } from './queries/document-view.ts';
export { getPage } from './queries/get-page.ts';
export { getTender } from './queries/get-tender.ts';
export { answerKey, type Claim, claimKey, releaseKey } from './queries/idempotency-keys.ts';
export type { InsertedDocument, StoredFile } from './queries/insert-documents.ts';
export { listTenders } from './queries/list-tenders.ts';
export { lockObjects, unusedObjects } from './queries/object-lock.ts';
export { objectOfDocument } from './queries/object-of-document.ts';
export { type RetryOutcome, retryTender } from './queries/retry-tender.ts';
export { setTenant, type Tx, withTenant } from './tenant-transaction.ts';
export { createKillPoint, type KillPoint } from './worker/kill-point.ts';
export { jobFields } from './worker/log-worker-event.ts';
export { retryDelay } from './worker/retry-delay.ts';
export { createWorkerPool, runWorker } from './worker/run-worker.ts';
export { tenantOf } from './worker/tenant-of.ts';
export { workerConfigSchema } from './worker/worker-config.ts';
