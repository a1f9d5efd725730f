/**
 * Every kind of problem that the API answers with: its status and its title. Codes are stable; docs/errors.md says
 * what to do about each. A code means one thing, so clients act on codes and never on texts.
 */
export const problemKinds = [
  // The request as such
  { code: 'invalid_request', status: 400, title: 'The request is not of the form this route takes' },
  { code: 'invalid_json', status: 400, title: 'The body is not JSON' },
  { code: 'malformed_http', status: 400, title: 'The request is not valid HTTP' },
  { code: 'headers_too_large', status: 431, title: 'The headers are too large' },
  { code: 'body_too_large', status: 413, title: 'The body is too large' },
  { code: 'unsupported_media_type', status: 415, title: 'This route takes another content type' },
  { code: 'request_timeout', status: 408, title: 'The request took too long to arrive' },
  { code: 'range_not_satisfiable', status: 416, title: 'The range is outside the document' },

  // Who asks
  { code: 'unauthorized', status: 401, title: 'A valid API key is needed' },
  { code: 'forbidden', status: 403, title: 'This key does not open this route' },
  { code: 'rate_limited', status: 429, title: 'Too many requests' },

  // What is asked for
  { code: 'not_found', status: 404, title: 'There is no such thing' },
  { code: 'object_missing', status: 410, title: 'The bytes of this document are gone' },

  // An upload
  { code: 'malformed_multipart', status: 400, title: 'The form is broken or was cut off' },
  { code: 'no_files', status: 400, title: 'The form has no file' },
  { code: 'too_many_files', status: 413, title: 'The form has too many files' },
  { code: 'file_too_large', status: 413, title: 'A file is too large' },
  { code: 'upload_too_large', status: 413, title: 'The upload is too large' },
  { code: 'empty_file', status: 422, title: 'A file is empty' },
  { code: 'not_a_pdf', status: 415, title: 'A file is not a PDF' },
  { code: 'damaged_pdf', status: 422, title: 'A file is a PDF without content' },
  { code: 'upload_stalled', status: 408, title: 'The upload stopped' },
  { code: 'spool_full', status: 507, title: 'The server has no room for the upload' },

  // State
  { code: 'still_running', status: 409, title: 'The tender is being processed' },
  { code: 'nothing_to_retry', status: 409, title: 'Nothing of the tender has failed' },
  { code: 'job_state', status: 409, title: 'The job is in a state that does not allow this' },
  { code: 'idempotency_in_flight', status: 409, title: 'A request with this Idempotency-Key is running' },
  { code: 'idempotency_mismatch', status: 422, title: 'This Idempotency-Key belongs to another request' },
  { code: 'page_not_rendered', status: 422, title: 'No picture of this page can be made' },

  // The system
  { code: 'internal_error', status: 500, title: 'Something went wrong here' },
  { code: 'database_unavailable', status: 503, title: 'The database does not answer' },
  { code: 'storage_unavailable', status: 503, title: 'The object store does not answer' },
  { code: 'busy', status: 503, title: 'The server is busy' },
] as const;

export type ProblemCode = (typeof problemKinds)[number]['code'];
export type ProblemStatus = (typeof problemKinds)[number]['status'];

const byCode = new Map<ProblemCode, { status: ProblemStatus; title: string }>(
  problemKinds.map((kind) => [kind.code, kind]),
);

export function kindOf(code: ProblemCode): { status: ProblemStatus; title: string } {
  const kind = byCode.get(code);
  if (kind === undefined) throw new TypeError(`no kind of problem has the code ${code}`);
  return kind;
}
