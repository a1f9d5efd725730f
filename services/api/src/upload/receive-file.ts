import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Problem } from '../problems/problem.ts';
import { createPdfCheck } from './pdf-check.ts';

/** A file on the spool, whole and checked. */
export interface ReceivedFile {
  path: string;
  /** For display. */
  filename: string;
  /** Hex. */
  sha256: string;
  bytes: number;
}

/**
 * Streams one file of an upload onto the spool while it is hashed, counted and checked. Memory use doesn't depend on its
 * size. On any failure nothing of it is left on disk.
 *
 * `count` is told the size of each chunk before it is written and throws to refuse more.
 * @throws Problem file_too_large, empty_file, not_a_pdf, damaged_pdf, spool_full, or what `count` threw
 */
export async function receiveFile(
  body: Readable,
  file: { path: string; filename: string; maxBytes: number; count: (bytes: number) => void },
): Promise<ReceivedFile> {
  const { path, filename, maxBytes } = file;
  const hash = createHash('sha256');
  const check = createPdfCheck();
  let bytes = 0;
  try {
    await pipeline(
      body,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          bytes += chunk.length;
          file.count(chunk.length);
          if (bytes > maxBytes) {
            throw new Problem('file_too_large', `"${filename}" is larger than ${maxBytes} bytes.`);
          }
          hash.update(chunk);
          check.add(chunk);
          yield chunk;
        }
      },
      createWriteStream(path, { flags: 'wx', mode: 0o600 }),
    );
    refuseUnlessPdf(check.verdict(), filename);
    return { path, filename, sha256: hash.digest('hex'), bytes };
  } catch (error) {
    await rm(path, { force: true });
    throw isNoSpace(error)
      ? new Problem('spool_full', 'The server has no room left for uploads. Tell the operator.', {
          cause: error,
        })
      : error;
  }
}

function refuseUnlessPdf(
  verdict: ReturnType<ReturnType<typeof createPdfCheck>['verdict']>,
  filename: string,
) {
  switch (verdict) {
    case 'pdf':
      return;
    case 'empty':
      throw new Problem('empty_file', `"${filename}" is empty. Upload the file with its content.`);
    case 'not_a_pdf':
      throw new Problem(
        'not_a_pdf',
        `"${filename}" is not a PDF, whatever its name says. Convert it, or download it again from where you got it.`,
      );
    case 'damaged':
      throw new Problem(
        'damaged_pdf',
        `"${filename}" begins like a PDF but has nothing in it. Download it again from where you got it.`,
      );
  }
}

function isNoSpace(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');
}
