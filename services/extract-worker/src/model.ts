import { ModelError, type ModelOptions } from '@tender/extraction';
import { PermanentError, RetryAfter } from '@tender/queue';
import { retryDelay } from '@tender/tenders';
import type { Config } from './config.ts';

/** The model to ask beside the rules; null when none is configured, and the rules are alone. */
export function modelOf(
  config: Pick<Config, 'OPENAI_MODEL' | 'OPENAI_API_KEY' | 'OPENAI_BASE_URL'>,
): ModelOptions | null {
  const { OPENAI_MODEL: model, OPENAI_API_KEY: apiKey, OPENAI_BASE_URL: baseUrl } = config;
  if (model === undefined || (apiKey === undefined && baseUrl === undefined)) return null;
  return {
    model,
    ...(apiKey === undefined ? {} : { apiKey }),
    ...(baseUrl === undefined ? {} : { baseUrl }),
  };
}

/**
 * What a model's error means for the job: later, when the model asked to wait or is away; never, when an operator must
 * act first (key, quota), who then sends the failed jobs back to the queue. Other errors come back as they are.
 */
export function modelMeaning(error: unknown, attempt: number): unknown {
  if (!(error instanceof ModelError)) return error;
  const text = `${error.code}: ${error.message}`;
  return error.retryable
    ? new RetryAfter(retryDelay(attempt, error.retryAfterMs), text, { cause: error })
    : new PermanentError(text, { cause: error });
}
