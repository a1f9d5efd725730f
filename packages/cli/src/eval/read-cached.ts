import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ReadDocument, type Reading, readPackage } from '../read-package.ts';

/** Reads a package, or takes what an earlier run read from the same bytes out of a folder. */
export async function readCached(
  files: readonly string[],
  reading: Reading,
  folder: string | undefined,
): Promise<ReadDocument[]> {
  if (folder === undefined) return readPackage(files, reading);
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update(await readFile(file));
  const path = join(folder, `${hash.digest('hex')}.json`);
  const kept = await readFile(path, 'utf8').catch(() => null);
  // Written by this function only; a folder that others write to must not be given.
  if (kept !== null) return JSON.parse(kept);
  const documents = await readPackage(files, reading);
  await mkdir(folder, { recursive: true });
  await writeFile(`${path}.part`, JSON.stringify(documents));
  await rename(`${path}.part`, path);
  return documents;
}
