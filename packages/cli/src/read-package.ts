import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { DocumentInput, PageInput } from '@tender/extraction';
import { DocumentError, type Language, type PageResult, type Reader } from '@tender/ocr';
import { stableUuid } from './stable-uuid.ts';

/**
 * Reads files into documents of pages. A document that can't be read is a result with a code, not an error: the
 * others go on. The same bytes twice are one document.
 */
export interface ReadDocument {
  id: string;
  filename: string;
  sha256: string;
  bytes: number;
  status: 'ready' | 'failed';
  /** Why it failed: a stable code and a sentence that says what to do. */
  code: string | null;
  message: string | null;
  language: Language | null;
  pages: PageResult[];
  duplicateOf: string | null;
  warnings: { code: string; page?: number; message: string }[];
}

export interface Reading {
  readers: readonly Reader[];
  languages?: Language[];
  signal: AbortSignal;
  onPage(filename: string, done: number, of: number): void;
}

export async function readPackage(files: readonly string[], reading: Reading): Promise<ReadDocument[]> {
  const documents: ReadDocument[] = [];
  for (const [index, file] of files.entries()) {
    const document = await readDocument(file, stableUuid(`${index} ${basename(file)}`), documents, reading);
    documents.push(document);
  }
  return documents;
}

async function readDocument(
  file: string,
  id: string,
  earlier: readonly ReadDocument[],
  reading: Reading,
): Promise<ReadDocument> {
  const [reader] = reading.readers;
  const base = { id, filename: basename(file), duplicateOf: null, language: null, warnings: [], pages: [] };
  if (!reader) throw new RangeError('readPackage needs a reader');
  try {
    await refuseWhatIsNoPdf(file);
    const { sha256, bytes } = await fingerprint(file);
    const same = earlier.find((other) => other.sha256 === sha256);
    if (same)
      return {
        ...base,
        sha256,
        bytes,
        status: same.status,
        code: same.code,
        message: same.message,
        duplicateOf: same.id,
      };
    const languages = reading.languages ? { languages: reading.languages } : {};
    const inspection = await reader.inspect(file, { signal: reading.signal, ...languages });
    const pages = await readPages(
      file,
      base.filename,
      inspection.pageCount,
      reading.languages ?? [inspection.language],
      reading,
    );
    const failed = pages.length > 0 && pages.every((page) => page.status === 'failed');
    return {
      ...base,
      sha256,
      bytes,
      status: failed ? 'failed' : 'ready',
      code: failed ? 'no_page_readable' : null,
      message: failed ? 'No page of the document could be read. Scan it again and upload that.' : null,
      language: inspection.language,
      pages,
      warnings: inspection.warnings,
    };
  } catch (error) {
    if (!(error instanceof DocumentError || error instanceof FileError)) throw error;
    return { ...base, sha256: '', bytes: 0, status: 'failed', code: error.code, message: error.message };
  }
}

/** Pages are shared out among the readers; each takes the next one when it is free. */
async function readPages(
  file: string,
  filename: string,
  count: number,
  languages: Language[],
  { readers, signal, onPage }: Reading,
): Promise<PageResult[]> {
  const pages: PageResult[] = [];
  let next = 1;
  const work = async (reader: Reader) => {
    while (next <= count) {
      const page = next;
      next += 1;
      signal.throwIfAborted();
      pages[page - 1] = await reader.readPage(file, page, { languages, signal });
      onPage(filename, pages.filter(Boolean).length, count);
    }
  };
  await Promise.all(readers.map(work));
  return pages;
}

export class FileError extends Error {
  override readonly name = 'FileError';
  readonly code: 'file_not_found' | 'file_unreadable' | 'empty' | 'not_a_pdf';
  constructor(code: FileError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

/** What the first bytes tell. */
async function refuseWhatIsNoPdf(file: string): Promise<void> {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new FileError('file_not_found', `There is no file "${file}".`);
    throw new FileError('file_unreadable', `The file "${file}" can't be opened (${error.code}).`);
  });
  try {
    const { buffer, bytesRead } = await handle
      .read(Buffer.alloc(1024), 0, 1024, 0)
      .catch((error: NodeJS.ErrnoException) => {
        throw new FileError('file_unreadable', `"${file}" can't be read (${error.code}).`);
      });
    if (bytesRead === 0) throw new FileError('empty', `The file "${file}" is empty.`);
    if (!buffer.subarray(0, bytesRead).includes('%PDF-'))
      throw new FileError('not_a_pdf', `The file "${file}" is no PDF.`);
  } finally {
    await handle.close();
  }
}

async function fingerprint(file: string): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return { sha256: hash.digest('hex'), bytes: (await stat(file)).size };
}

/** The documents as extraction takes them; failed ones and repeats have nothing to extract. */
export function forExtraction(documents: readonly ReadDocument[]): DocumentInput[] {
  return documents
    .filter((document) => document.status === 'ready' && document.duplicateOf === null)
    .map((document, order) => ({
      id: document.id,
      filename: document.filename,
      order,
      pages: document.pages.map(
        (page): PageInput => ({
          page: page.page,
          width: page.width,
          height: page.height,
          text: page.text,
          words: page.words,
          ...(page.status === 'failed' ? { failed: true } : {}),
        }),
      ),
    }));
}
