import type { JobDefinition } from './define-job.ts';
import { PayloadError } from './errors.ts';

const LIMIT = 64 * 1024;

/** Checks a payload against its definition and gives its JSON text. @throws PayloadError */
export async function encodePayload<Payload>(job: JobDefinition<Payload>, payload: Payload): Promise<string> {
  const checked = await job.payload['~standard'].validate(payload);
  if (checked.issues !== undefined) {
    const issues = checked.issues.map((issue) => issue.message).join('; ');
    throw new PayloadError(
      'payload_invalid',
      `The payload of a ${job.type} job is not of its shape: ${issues}`,
    );
  }
  const text = JSON.stringify(checked.value);
  if (text === undefined)
    throw new PayloadError('payload_invalid', `The payload of a ${job.type} job is not JSON.`);
  if (Buffer.byteLength(text) > LIMIT) {
    throw new PayloadError(
      'payload_too_large',
      `The payload of a ${job.type} job has ${Buffer.byteLength(text)} bytes, more than ${LIMIT}. Keep large inputs in object storage and enqueue a reference.`,
    );
  }
  // JSON text writes NUL and lone surrogates as escapes; PostgreSQL can store neither.
  if (/(?<!\\)(?:\\\\)*\\u0000/.test(text)) {
    throw new PayloadError('payload_nul', `The payload of a ${job.type} job holds a NUL character.`);
  }
  if (/(?<!\\)(?:\\\\)*\\ud[89a-f]/i.test(text)) {
    throw new PayloadError(
      'payload_invalid',
      `The payload of a ${job.type} job holds half of a surrogate pair.`,
    );
  }
  return text;
}
