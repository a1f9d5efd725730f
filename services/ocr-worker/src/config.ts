import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { workerVariables } from '@tender/tenders';
import { z } from 'zod';

/** The variables of this service; those of the object store are read by @tender/storage. */
export const configSchema = workerVariables.extend({
  /** Jobs at once, each with a reader in a child process of its own. */
  OCR_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(1),
  SPOOL_DIR: z.string().default(join(tmpdir(), 'tender-ocr-worker')),
  /** Bytes of all local copies together. */
  SPOOL_MAX_BYTES: z.coerce.number().int().min(1).default(4_294_967_296),
});
