import { toMs } from './duration.ts';
import { QueueOptionError } from './errors.ts';

/** The part of Standard Schema (https://standardschema.dev) that is used: zod, valibot and arktype schemas fit. */
export interface PayloadSchema<Output = unknown> {
  readonly '~standard': {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => SchemaResult<Output> | Promise<SchemaResult<Output>>;
    readonly types?: { readonly input: unknown; readonly output: Output } | undefined;
  };
}
type SchemaResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly { readonly message: string }[] };

export interface JobDefinition<Payload> {
  readonly type: string;
  readonly payload: PayloadSchema<Payload>;
  readonly maxAttempts: number;
  /** Longest run of one attempt, in ms; after it the handler is aborted and the job retried. */
  readonly timeoutMs: number;
}

/** Describes a type of job: shared by those who enqueue it and the worker that handles it. Touches nothing. */
export function defineJob<Payload>(options: {
  type: string;
  payload: PayloadSchema<Payload>;
  /** Default 5. */
  maxAttempts?: number;
  /** Such as '10m'. Default '1h'. */
  timeout?: string | number;
}): JobDefinition<Payload> {
  if (!/^[\w.:-]{1,200}$/.test(options.type)) {
    throw new QueueOptionError(
      `A job type is 1–200 letters, digits, '.', ':', '_' or '-', not '${options.type}'.`,
    );
  }
  const maxAttempts = options.maxAttempts ?? 5;
  if (!Number.isInteger(maxAttempts) || maxAttempts < 1) {
    throw new QueueOptionError(`maxAttempts of ${options.type} should be a whole number of 1 or more.`);
  }
  return {
    type: options.type,
    payload: options.payload,
    maxAttempts,
    timeoutMs: toMs(options.timeout ?? '1h', `timeout of ${options.type}`),
  };
}
