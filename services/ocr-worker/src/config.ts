import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { workerConfigSchema } from '@tender/tenders';
import { z } from 'zod';

/** The variables of this service; those of the object store are read by @tender/storage. */
export const configSchema = workerConfigSchema.extend({
  /** Pages read at once, each in a child process of its own. */
  OCR_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(1),
  /** For copies of documents; belongs to this machine or container alone. */
  SPOOL_DIR: z.string().default(join(tmpdir(), 'tender-ocr-worker')),
  /** Bytes of all copies together; at least the largest document. */
  SPOOL_MAX_BYTES: z.coerce.number().int().min(1).default(4_294_967_296),
});
