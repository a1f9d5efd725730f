import type { Extraction, ExtractOptions, ModelOptions } from '@tender/extraction';
import { type Handler, handle } from '@tender/queue';
import type { Logger } from '@tender/telemetry';
import {
  awaitsExtraction,
  extractionInput,
  jobFields,
  type KillPoint,
  modelAnswers,
  setTenant,
  storeExtraction,
  tenantOf,
  tenderExtract,
  withTenant,
} from '@tender/tenders';
import type pg from 'pg';
import { modelMeaning } from './model.ts';

export interface ExtractHandlerOptions {
  /** Connections that act as `tender_worker`. */
  pool: pg.Pool;
  extract: (options: ExtractOptions) => Promise<Extraction>;
  /** Null: the rules alone. */
  model: ModelOptions | null;
  log: Pick<Logger, 'info'>;
  killPoint: KillPoint;
}

/**
 * `tender.extract`: reads the fields of one version out of the pages of its documents and stores them, all in the job's
 * own commit. A model's answers are kept as they come, so a job that runs again does not pay for them again.
 */
export function extractHandler({ pool, extract, model, log, killPoint }: ExtractHandlerOptions): Handler {
  return handle(tenderExtract, async (job, ctx) => {
    const { tenderId, version } = job.payload;
    const tenantId = tenantOf(job);
    const documents = await withTenant(pool, tenantId, async (tx) =>
      (await awaitsExtraction(tx, tenderId, version)) ? await extractionInput(tx, tenderId, version) : null,
    );
    if (documents === null) return;
    killPoint('claimed', tenderId);
    const answers = modelAnswers(tenantId, (work) =>
      ctx.transaction(async (tx) => {
        await setTenant(tx, tenantId);
        return await work(tx);
      }),
    );
    const found = await extract({
      documents,
      signal: ctx.signal,
      ...(model === null ? {} : { model: { ...model, answers } }),
    }).catch((error: unknown) => {
      throw modelMeaning(error, job.attempt);
    });
    killPoint('extracted', tenderId);
    await ctx.complete(async (tx) => {
      await setTenant(tx, tenantId);
      await storeExtraction(tx, { tenantId, tenderId, version }, found);
      killPoint('extract_commit', tenderId);
    });
    killPoint('extract_committed', tenderId);
    const { fields, warnings } = found;
    log.info({ ...jobFields(job), fields: fields.length, warnings: warnings.length }, 'fields stored');
  });
}
