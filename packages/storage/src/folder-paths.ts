import { lstat, mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { checkKey } from './check-key.ts';
import { KeyInvalidError } from './errors.ts';
import { hasCode } from './has-code.ts';

/**
 * Where a key's file is, below the store's folder. `checkKey` keeps out what could climb; what is left is a symbolic
 * link that somebody put into the folder, which is refused wherever it stands in the path.
 * This can't defend against someone who changes the folder at the same moment: only the service may write to it.
 */
export function filePath(dir: string, key: string): string {
  return join(dir, ...checkKey(key));
}

/** @throws KeyInvalidError when a folder on the way to the key is a link or a file */
export async function refuseLinks(dir: string, key: string): Promise<void> {
  let path = dir;
  for (const segment of checkKey(key).slice(0, -1)) {
    path = join(path, segment);
    const stats = await lstat(path).catch((error: unknown) => {
      if (hasCode(error, 'ENOENT')) return null;
      throw error;
    });
    if (stats === null) return;
    if (!stats.isDirectory()) throw notAFolder(key, segment);
  }
}

/** Makes the folders of a key, each durable before the next. @throws KeyInvalidError as `refuseLinks` */
export async function makeFolders(dir: string, key: string): Promise<void> {
  let path = dir;
  for (const segment of checkKey(key).slice(0, -1)) {
    path = join(path, segment);
    try {
      await mkdir(path, { mode: 0o750 });
      await syncFolder(dirname(path));
    } catch (error) {
      if (!hasCode(error, 'EEXIST')) throw error;
      if (!(await lstat(path)).isDirectory()) throw notAFolder(key, segment);
    }
  }
}

/** Makes the entries of a folder durable. Systems that can't open folders have no such thing to do. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function notAFolder(key: string, segment: string): KeyInvalidError {
  return new KeyInvalidError(
    `Key "${key}" leads through "${segment}", which is a file or a link, not a folder.`,
  );
}
