import { type ModelOptions, modelOptions } from '@tender/extraction';
import { z } from 'zod';

/** The environment of the command. */
const schema = z.object({
  OPENAI_API_KEY: z.string().min(1).optional(),
  OPENAI_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  OPENAI_MODEL: z.string().min(1).optional(),
});

export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly code = 'bad_configuration';
}

/**
 * The model to ask, when one is configured: OPENAI_MODEL with OPENAI_API_KEY or OPENAI_BASE_URL. Empty
 * variables count as unset.
 *
 * @throws ConfigError with the variable's name.
 */
export function modelFromEnv(env: Readonly<Record<string, string | undefined>>): ModelOptions | undefined {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ConfigError(`${issue?.path.join('.')}: ${issue?.message}`);
  }
  const { OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseUrl, OPENAI_MODEL: model } = parsed.data;
  if (!model || !(apiKey || baseUrl)) return undefined;
  return modelOptions.parse({ model, ...(apiKey ? { apiKey } : {}), ...(baseUrl ? { baseUrl } : {}) });
}
