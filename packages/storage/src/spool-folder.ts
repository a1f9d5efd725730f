import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from './has-code.ts';

/** Folders of this process, which may open more than one spool. */
const own = new Set<string>();

/**
 * Makes a folder in `dir` for this process alone, named after its pid, and removes those of processes that are gone.
 * `dir` belongs to one machine (or container): whether a process still lives is asked of this system.
 */
export async function claimFolder(dir: string): Promise<string> {
  await mkdir(dir, { recursive: true, mode: 0o750 });
  for (const name of await readdir(dir)) {
    const path = join(dir, name);
    if (isLeftBehind(name, path)) await rm(path, { recursive: true, force: true });
  }
  const path = join(dir, `copies-${process.pid}-${randomUUID()}`);
  await mkdir(path, { mode: 0o750 });
  own.add(path);
  return path;
}

function isLeftBehind(name: string, path: string): boolean {
  const pid = Number(/^copies-(\d+)-/.exec(name)?.[1]);
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  // After a restart in a container the number is often the same.
  if (pid === process.pid) return !own.has(path);
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return hasCode(error, 'ESRCH');
  }
}
