import {
  hasZodFastifySchemaValidationErrors,
  type ZodFastifySchemaValidationError,
} from 'fastify-type-provider-zod';
import { databaseProblem } from './database-problem.ts';
import { Problem } from './problem.ts';
import type { ProblemCode } from './problem-kinds.ts';

/**
 * What any error means for the client. A function of the error alone; what it doesn't know is `internal_error`, whose
 * text says nothing of the cause.
 */
export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  if (hasZodFastifySchemaValidationErrors(error)) return invalidRequest(error);
  const known = codeOf(error);
  if (known !== null) {
    const found = FRAMEWORK[known] ?? STORAGE[known];
    if (found !== undefined) {
      return new Problem(found.code, found.detail, { cause: error, headers: retryHeaders(found.code) });
    }
  }
  if (error instanceof SyntaxError && statusOf(error) === 400) {
    return new Problem('invalid_json', 'The body could not be parsed as JSON.', { cause: error });
  }
  return (
    databaseProblem(error) ??
    new Problem(
      'internal_error',
      'The request could not be served. Try again; if it happens again, tell the operator the request id.',
      { cause: error },
    )
  );
}

/** What the framework and its multipart parser throw, by code. */
const FRAMEWORK: Record<string, { code: ProblemCode; detail: string }> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: 'unsupported_media_type',
    detail: 'Uploads are multipart/form-data, other bodies application/json.',
  },
  FST_INVALID_MULTIPART_CONTENT_TYPE: {
    code: 'unsupported_media_type',
    detail: 'An upload is multipart/form-data with one part named "file" for each PDF.',
  },
  FST_ERR_CTP_INVALID_JSON_BODY: { code: 'invalid_json', detail: 'The body could not be parsed as JSON.' },
  FST_ERR_CTP_EMPTY_JSON_BODY: {
    code: 'invalid_json',
    detail: 'The body is empty, but its content type says JSON.',
  },
  FST_ERR_CTP_BODY_TOO_LARGE: { code: 'body_too_large', detail: 'The body is larger than this route takes.' },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    code: 'invalid_request',
    detail: 'Content-Length and the body disagree.',
  },
  FST_ERR_BAD_URL: { code: 'invalid_request', detail: 'The address has broken percent-encoding.' },
  FST_ERR_MAX_PARAM_LENGTH: { code: 'not_found', detail: 'There is nothing at this address.' },
  FST_PARTS_LIMIT: { code: 'malformed_multipart', detail: 'The form has too many parts.' },
  FST_FILES_LIMIT: { code: 'too_many_files', detail: 'The form has too many files.' },
  FST_FIELDS_LIMIT: { code: 'malformed_multipart', detail: 'The form has too many fields.' },
  FST_PROTO_VIOLATION: { code: 'malformed_multipart', detail: 'The form has a field with a forbidden name.' },
  FST_INVALID_JSON_FIELD_ERROR: {
    code: 'malformed_multipart',
    detail: 'A field of the form says it is JSON and is not.',
  },
  FST_MP_PREMATURE_CLOSE: { code: 'malformed_multipart', detail: 'The upload was cut off.' },
};

const STORAGE: Record<string, { code: ProblemCode; detail: string }> = {
  object_not_found: {
    code: 'object_missing',
    detail: 'The document is known, but its bytes are no longer in the object store. Upload it again.',
  },
  storage_unavailable: {
    code: 'storage_unavailable',
    detail: 'The object store does not answer. Try again in a moment.',
  },
  storage_full: { code: 'spool_full', detail: 'The server has no room left. Tell the operator.' },
};

function retryHeaders(code: ProblemCode): Record<string, string> {
  return code === 'storage_unavailable' ? { 'retry-after': '10' } : {};
}

function invalidRequest(error: {
  validation: ZodFastifySchemaValidationError[];
  validationContext?: string;
}) {
  const where = error.validationContext ?? 'request';
  const errors = error.validation.map((issue) => ({
    path: `${where}${issue.instancePath.replaceAll('/', '.')}`,
    message: issue.message ?? 'is wrong',
  }));
  // An id that can't be one is an id that nothing has.
  if (where === 'params') return new Problem('not_found', 'There is nothing with this id.', { cause: error });
  const detail = errors.map((each) => `${each.path}: ${each.message}`).join('; ');
  return new Problem('invalid_request', `${detail}.`, { errors, cause: error });
}

function codeOf(error: unknown): string | null {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
}

function statusOf(error: Error): unknown {
  return 'statusCode' in error ? error.statusCode : undefined;
}
