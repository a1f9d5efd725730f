import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { claimFolder } from '@tender/storage';

/** A folder for files that are being received, this process's alone. What a dead process left goes when the next opens its own. */
export interface UploadSpool {
  /** A path for a new file, which nobody else uses. */
  newPath(): string;
  /** Removes the folder with all that is in it. */
  close(): Promise<void>;
}

export async function openUploadSpool(dir: string): Promise<UploadSpool> {
  const own = await claimFolder(join(dir, 'uploads'));
  return {
    newPath: () => join(own, randomUUID()),
    close: () => rm(own, { recursive: true, force: true }),
  };
}
