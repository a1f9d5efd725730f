import type { ProblemBody } from '@tender/tenders';
import { kindOf, type ProblemCode } from './problem-kinds.ts';

/** What is wrong with which part of a request. */
export interface ProblemDetail {
  path: string;
  message: string;
}

/**
 * A refusal. Thrown anywhere in a request, it becomes the answer: problem details with the code's status. The message
 * is shown to the client: a sentence that says what happened and what to do, without internals.
 */
export class Problem extends Error {
  override name = 'Problem';
  readonly code: ProblemCode;
  readonly status: number;
  readonly errors: ProblemDetail[] | undefined;
  readonly headers: Record<string, string>;

  constructor(
    code: ProblemCode,
    detail: string,
    options: { errors?: ProblemDetail[]; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(detail, { cause: options.cause });
    this.code = code;
    this.status = kindOf(code).status;
    this.errors = options.errors;
    this.headers = options.headers ?? {};
  }

  toBody(requestId: string): ProblemBody {
    return {
      type: `urn:tender:problem:${this.code}`,
      title: kindOf(this.code).title,
      status: this.status,
      code: this.code,
      detail: this.message,
      requestId,
      ...(this.errors === undefined ? {} : { errors: this.errors }),
    };
  }
}

export const PROBLEM_TYPE = 'application/problem+json';
