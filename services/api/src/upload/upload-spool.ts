import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * A folder for files that are being received, one of its own for this process. What a process that died left behind
 * is removed when the next one opens the spool. The folder belongs to one machine (or container): whether a process
 * still lives is asked of this system.
 */
export interface UploadSpool {
  /** A path for a new file, which nobody else uses. */
  newPath(): string;
  /** Removes the folder with all that is in it. */
  close(): Promise<void>;
}

export async function openUploadSpool(dir: string): Promise<UploadSpool> {
  const uploads = join(dir, 'uploads');
  await mkdir(uploads, { recursive: true, mode: 0o750 });
  for (const name of await readdir(uploads)) {
    if (isLeftBehind(name)) await rm(join(uploads, name), { recursive: true, force: true });
  }
  const own = join(uploads, `${process.pid}-${randomUUID()}`);
  await mkdir(own, { mode: 0o750 });
  opened.add(own);
  return {
    newPath: () => join(own, randomUUID()),
    async close() {
      await rm(own, { recursive: true, force: true });
      opened.delete(own);
    },
  };

  function isLeftBehind(name: string): boolean {
    const pid = Number.parseInt(name, 10);
    if (!Number.isSafeInteger(pid) || pid <= 0) return false;
    if (pid === process.pid) return !opened.has(join(uploads, name));
    try {
      process.kill(pid, 0);
      return false;
    } catch (error) {
      // Anything but "no such process" means that there is one.
      return error instanceof Error && 'code' in error && error.code === 'ESRCH';
    }
  }
}

/** Folders of this process, which may open more than one spool. A number that was another process's before is not in it. */
const opened = new Set<string>();
