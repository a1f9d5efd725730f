import * as z from 'zod/mini';

/** RFC 9457 problem details as the API sends them. */
const problemSchema = z.looseObject({
  title: z.optional(z.string()),
  detail: z.optional(z.string()),
  code: z.optional(z.string()),
  requestId: z.optional(z.string()),
});

/**
 * A request that was refused or didn't arrive. `code` is the API's stable code, or one of this app's: `network` (no
 * answer), `unexpected_answer` (an answer that isn't the API's). `status` is 0 without an answer. The message is a
 * sentence for a person.
 */
export class ApiProblem extends Error {
  readonly code: string;
  readonly status: number;
  readonly requestId: string | undefined;
  constructor(code: string, status: number, message: string, requestId?: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ApiProblem';
    this.code = code;
    this.status = status;
    this.requestId = requestId;
  }
}

/** Reads a refusal from the text of an answer that wasn't a success. */
export function problemFrom(status: number, body: string): ApiProblem {
  const parsed = problemSchema.safeParse(parseJson(body));
  if (!parsed.success || !parsed.data.code) {
    return new ApiProblem(
      'unexpected_answer',
      status,
      `The server answered with status ${status} and no reason.`,
    );
  }
  const { code, detail, title, requestId } = parsed.data;
  return new ApiProblem(code, status, detail ?? title ?? `Refused with status ${status}.`, requestId);
}

/** What a person reads about any error, also one that is a defect of this app. */
export function describeError(error: unknown): {
  message: string;
  code: string;
  requestId: string | undefined;
} {
  if (error instanceof ApiProblem)
    return { message: error.message, code: error.code, requestId: error.requestId };
  const message = error instanceof Error ? error.message : String(error);
  return {
    message: `This page met an error of its own: ${message}`,
    code: 'page_error',
    requestId: undefined,
  };
}

/** Whether asking again may help: no answer, an overloaded server. A refusal stays one. */
export function isPassing(error: unknown): boolean {
  return error instanceof ApiProblem && (error.status === 0 || error.status >= 500);
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
