import { workerVariables } from '@tender/tenders';
import { z } from 'zod';

/** The variables of this service. */
export const configSchema = workerVariables.extend({
  /** Jobs at once. */
  EXTRACT_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(4),
});
