import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Puts the folder `fresh` in the place of `target`, on the same disk. Someone who reads `target` sees the old one or
 * the new one, or none for the moment between two renames. When others swap at the same time, the last one stays.
 */
export async function swapFolder(fresh: string, target: string): Promise<void> {
  const aside = await mkdtemp(join(dirname(fresh), 'old-'));
  try {
    for (let attempt = 1; ; attempt++) {
      await rename(target, join(aside, String(attempt))).catch(ignoreMissing);
      try {
        return await rename(fresh, target);
      } catch (error) {
        if (attempt === 10) throw error;
      }
    }
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

/** A new empty folder beside the libraries: the same disk as the built app, and not in version control. */
export async function buildFolder(workspaceDir: string): Promise<string> {
  const parent = join(workspaceDir, 'node_modules', '.web-build');
  await mkdir(parent, { recursive: true });
  return mkdtemp(join(parent, 'new-'));
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
}
