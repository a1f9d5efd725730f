import { availableParallelism } from 'node:os';
import { type Extraction, extractTender, ModelError } from '@tender/extraction';
import { createReader, LANGUAGES, type Language } from '@tender/ocr';
import { ConfigError, modelFromEnv } from './config.ts';
import { exit, type Io } from './io.ts';
import { printTender } from './print-tender.ts';
import { createProgress } from './progress.ts';
import { forExtraction, type ReadDocument, readPackage } from './read-package.ts';
import { tenderObject } from './tender-object.ts';

/** Readers hold a child process and some 300 MB each; more than this gains little on one package. */
const mostReaders = 4;

export interface ReadOptions {
  json?: boolean;
  language?: string;
}

/** Reads the files as one tender and prints its fields. Gives the exit code. */
export async function readCommand(files: readonly string[], options: ReadOptions, io: Io): Promise<number> {
  const languages = parseLanguages(options.language);
  if (languages === null) {
    io.stderr.write(`--language takes codes of ${LANGUAGES.join(', ')}, with commas between them\n`);
    return exit.usage;
  }
  const createdAt = new Date();
  try {
    const model = modelFromEnv(io.env);
    const documents = await readAll(files, languages, io);
    const inputs = forExtraction(documents);
    const extraction: Extraction | null =
      inputs.length === 0
        ? null
        : await extractTender({ documents: inputs, signal: io.signal, ...(model ? { model } : {}) });
    const tender = tenderObject(documents, extraction, { createdAt, finishedAt: new Date() });
    io.stdout.write(
      options.json ? `${JSON.stringify(tender, null, 2)}\n` : printTender(tender, io.stdout.columns ?? 100),
    );
    for (const document of documents.filter(({ status }) => status === 'failed')) {
      io.stderr.write(`${document.filename}: ${document.code}: ${document.message}\n`);
    }
    return documents.some(({ status }) => status === 'failed') ? exit.failed : exit.done;
  } catch (error) {
    if (io.signal.aborted) return exit.interrupted;
    if (!(error instanceof ConfigError || error instanceof ModelError)) throw error;
    io.stderr.write(`${error.code}: ${error.message}\n`);
    return exit.failed;
  }
}

async function readAll(
  files: readonly string[],
  languages: Language[] | undefined,
  io: Io,
): Promise<ReadDocument[]> {
  const readers = Array.from({ length: Math.min(mostReaders, availableParallelism()) }, () => createReader());
  const progress = createProgress(io.stderr);
  try {
    return await readPackage(files, {
      readers,
      signal: io.signal,
      ...(languages ? { languages } : {}),
      onPage: progress.page,
    });
  } finally {
    progress.end();
    await Promise.all(readers.map((reader) => reader.close()));
  }
}

/** Undefined: not given; null: not understood. */
function parseLanguages(given: string | undefined): Language[] | undefined | null {
  if (given === undefined) return undefined;
  const codes = given.split(',').map((code) => code.trim());
  const known = LANGUAGES.filter((language) => codes.includes(language));
  return known.length === codes.length ? known : null;
}
