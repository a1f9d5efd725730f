import { rm } from 'node:fs/promises';
import type { MultipartFile } from '@fastify/multipart';
import { type UploadFields, uploadFieldsSchema } from '@tender/tenders';
import type { FastifyRequest } from 'fastify';
import { Problem } from '../problems/problem.ts';
import { displayName } from './display-name.ts';
import { type ReceivedFile, receiveFile } from './receive-file.ts';
import type { UploadSpool } from './upload-spool.ts';
import { whileArriving } from './while-arriving.ts';

export interface UploadLimits {
  maxFiles: number;
  /** Of one file. */
  maxFileBytes: number;
  /** Of all files of a request together. */
  maxUploadBytes: number;
  /** Longest time in which no byte arrives, in ms. */
  idleTimeout: number;
}

export interface ReceivedUpload {
  fields: UploadFields;
  files: ReceivedFile[];
  /** Removes the files from the spool. Safe to call twice. */
  discard(): Promise<void>;
}

/** A form has this much beside its files at most: boundaries, part headers, fields. */
export const FORM_OVERHEAD = 1_048_576;

interface ReceiveDependencies {
  spool: UploadSpool;
  limits: UploadLimits;
}

/**
 * Reads an upload's form from the request, part by part: files go to the spool, fields into memory. The first thing
 * that is wrong ends it; then nothing is left on the spool and the rest of the body is not read.
 * @throws Problem for everything that the bytes tell at once
 */
export async function receiveUpload(
  request: FastifyRequest,
  dependencies: ReceiveDependencies,
): Promise<ReceivedUpload> {
  const reading = readForm(request, dependencies);
  return await whileArriving(request.raw, dependencies.limits.idleTimeout, reading);
}

async function readForm(
  request: FastifyRequest,
  { spool, limits }: ReceiveDependencies,
): Promise<ReceivedUpload> {
  const files: ReceivedFile[] = [];
  const fields: Record<string, string> = {};
  const discard = async (): Promise<void> => {
    for (const file of files) await rm(file.path, { force: true });
  };
  let total = 0;
  const count = (bytes: number): void => {
    total += bytes;
    if (total > limits.maxUploadBytes) {
      throw new Problem(
        'upload_too_large',
        `The files have more than ${limits.maxUploadBytes} bytes together.`,
      );
    }
  };
  try {
    for await (const part of request.parts()) {
      if (part.type === 'field') {
        addField(fields, part);
        continue;
      }
      if (part.fieldname !== 'file') throw unexpectedFile(part);
      if (files.length === limits.maxFiles) {
        throw new Problem('too_many_files', `An upload has ${limits.maxFiles} files at most.`);
      }
      const received = await receiveFile(part.file, {
        path: spool.newPath(),
        filename: displayName(part.filename),
        maxBytes: limits.maxFileBytes,
        count,
      });
      files.push(received);
    }
    if (files.length === 0) {
      throw new Problem('no_files', 'The form has no file. Send one part named "file" for each PDF.');
    }
    return { fields: parseFields(fields), files, discard };
  } catch (error) {
    await discard();
    throw asMultipartProblem(error);
  }
}

interface FieldPart {
  fieldname: string;
  value: unknown;
  valueTruncated: boolean;
}

function addField(fields: Record<string, string>, part: FieldPart): void {
  const path = part.fieldname;
  if (part.valueTruncated) throw invalidField(path, 'is too long');
  if (Object.hasOwn(fields, path)) throw invalidField(path, 'stands in the form twice');
  if (typeof part.value !== 'string') throw invalidField(path, 'must be text');
  fields[path] = part.value;
}

/** An empty field of a form is one that was left empty. Fields that this API doesn't know are refused: they may be typos. */
function parseFields(fields: Record<string, string>): UploadFields {
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value.trim() !== ''));
  const result = uploadFieldsSchema.strict().safeParse(given);
  if (result.success) return result.data;
  const errors = result.error.issues.map((issue) => ({
    path: issue.code === 'unrecognized_keys' ? issue.keys.join(', ') : issue.path.join('.'),
    message: issue.code === 'unrecognized_keys' ? 'is not a field of this form' : issue.message,
  }));
  throw new Problem(
    'invalid_request',
    `${errors.map((each) => `${each.path} ${each.message}`).join('; ')}.`,
    {
      errors,
    },
  );
}

function invalidField(path: string, message: string): Problem {
  return new Problem('invalid_request', `${path} ${message}.`, { errors: [{ path, message }] });
}

function unexpectedFile(part: MultipartFile): Problem {
  const message = 'is a file, but files are sent in parts named "file"';
  return invalidField(part.fieldname, message);
}

/** The parser's own errors have no code: they all say that the form isn't one. */
function asMultipartProblem(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof Problem || 'code' in error) return error;
  return new Problem(
    'malformed_multipart',
    'The form could not be read to its end: its boundary is missing, or it was cut off.',
    { cause: error },
  );
}
