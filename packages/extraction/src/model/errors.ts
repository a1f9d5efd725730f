import { APIConnectionError, APIError, APIUserAbortError } from 'openai';

/**
 * What can go wrong with a model, in the terms of whoever must decide what happens next: wait and try again
 * (`retryable`, after `retryAfterMs` where the server said so), or give up and tell someone.
 */
export abstract class ModelError extends Error {
  abstract readonly code: string;
  abstract readonly retryable: boolean;
  readonly retryAfterMs: number | null;

  constructor(message: string, options: { retryAfterMs?: number | null; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.retryAfterMs = options.retryAfterMs ?? null;
  }
}

export class ModelRateLimitedError extends ModelError {
  override readonly name = 'ModelRateLimitedError';
  readonly code = 'model_rate_limited';
  readonly retryable = true;
}

export class ModelUnavailableError extends ModelError {
  override readonly name = 'ModelUnavailableError';
  readonly code = 'model_unavailable';
  readonly retryable = true;
}

/** Trying again costs nothing and helps nothing: someone must pay. */
export class ModelQuotaError extends ModelError {
  override readonly name = 'ModelQuotaError';
  readonly code = 'model_quota_exhausted';
  readonly retryable = false;
}

/** Wrong key, unknown model, a server that doesn't speak the protocol. */
export class ModelMisconfiguredError extends ModelError {
  override readonly name = 'ModelMisconfiguredError';
  readonly code = 'model_misconfigured';
  readonly retryable = false;
}

/** No valid answer, also not after the repair round. */
export class ModelAnswerError extends ModelError {
  override readonly name = 'ModelAnswerError';
  readonly code = 'model_answer_invalid';
  readonly retryable = false;
}

/** The error of the SDK as one of ours; what is none of a model's comes back as it is. */
export function asModelError(error: unknown): unknown {
  if (error instanceof ModelError || error instanceof APIUserAbortError) return error;
  if (error instanceof APIConnectionError) {
    return new ModelUnavailableError(`The model can't be reached: ${error.message}`, { cause: error });
  }
  if (!(error instanceof APIError)) return error;
  const status: number | undefined = error.status;
  const options = { cause: error, retryAfterMs: retryAfterMs(error.headers) };
  if (status === 429 && (error.code === 'insufficient_quota' || error.type === 'insufficient_quota')) {
    return new ModelQuotaError("The model account's quota is used up. Raise it or set another key.", options);
  }
  if (status === 429) return new ModelRateLimitedError('The model asks to wait.', options);
  if (status === undefined || status >= 500 || status === 408 || status === 409) {
    return new ModelUnavailableError(`The model's server answered ${status ?? 'nothing'}.`, options);
  }
  return new ModelMisconfiguredError(
    `The model's server refused the request with ${status}: check key, address and model.`,
    options,
  );
}

/** `Retry-After` in seconds or as a date, or `retry-after-ms`. */
function retryAfterMs(headers: Headers | undefined): number | null {
  const exact = Number(headers?.get('retry-after-ms') ?? Number.NaN);
  if (Number.isFinite(exact) && exact >= 0) return Math.ceil(exact);
  const printed = headers?.get('retry-after');
  if (!printed) return null;
  const seconds = Number(printed);
  if (Number.isFinite(seconds)) return Math.max(0, Math.ceil(seconds * 1000));
  const date = Date.parse(printed);
  return Number.isNaN(date) ? null : Math.max(0, date - Date.now());
}
