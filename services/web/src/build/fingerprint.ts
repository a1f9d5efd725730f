import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What a build depends on, inside the workspace; the lock file stands for the versions of all libraries. */
const INPUTS = [
  'index.html',
  'vite.config.ts',
  'package.json',
  'build.ts',
  'public',
  'src',
  '../../package-lock.json',
];

/**
 * One hash over everything the build is made from. Contents, not times: a clone or a checkout sets times as it likes.
 * Tests and files that are missing don't count.
 */
export async function fingerprintOf(workspaceDir: string): Promise<string> {
  const hash = createHash('sha256');
  for (const input of INPUTS) await add(hash, workspaceDir, input);
  return hash.digest('hex');
}

async function add(hash: ReturnType<typeof createHash>, dir: string, name: string): Promise<void> {
  const path = join(dir, name);
  try {
    const entries = await readdir(path, { withFileTypes: true });
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      if (!entry.name.endsWith('.test.ts')) await add(hash, dir, join(name, entry.name));
    }
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') return;
    if (code !== 'ENOTDIR') throw error;
    const content = await readFile(path);
    hash.update(`${name}\0${content.length}\0`).update(content);
  }
}
