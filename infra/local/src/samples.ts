import { readdir, readFile } from 'node:fs/promises';

const FOLDER = new URL('../../../fixtures/tenders/', import.meta.url);

/** A sample package: the files that belong together. */
export interface Sample {
  name: string;
  files: string[];
}

/** The packages of fixtures/tenders. Files that share their number are one package: 05a-notice.pdf and 05b-addendum.pdf. */
export async function samplePackages(): Promise<Sample[]> {
  const packages = new Map<string, string[]>();
  for (const file of (await readdir(FOLDER)).filter((name) => name.endsWith('.pdf')).sort()) {
    const number = /^\d+/.exec(file)?.[0] ?? file;
    packages.set(number, [...(packages.get(number) ?? []), file]);
  }
  return [...packages.values()].map((files) => ({ name: files.join(' + '), files }));
}

export async function sampleBytes(file: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await readFile(new URL(file, FOLDER)));
}
