import { workerConfigSchema } from '@tender/tenders';
import { z } from 'zod';

/** The variables of this service. A model is asked when OPENAI_MODEL and a key or a base URL are set. */
export const configSchema = workerConfigSchema.extend({
  /** Jobs at once. */
  EXTRACT_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(4),
  OPENAI_MODEL: z.string().optional(),
  OPENAI_API_KEY: z.string().optional(),
  OPENAI_BASE_URL: z
    .url({
      protocol: /^https?$/,
      error: 'it should be the URL of an OpenAI-compatible server, like http://localhost:11434/v1',
    })
    .optional(),
});

export type Config = z.output<typeof configSchema>;
