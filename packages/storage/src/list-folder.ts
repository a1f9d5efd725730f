import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { hasCode } from './has-code.ts';
import type { ObjectEntry } from './object-store.ts';

/**
 * The files below a folder whose key begins with the prefix, in order of the keys' bytes, as S3 lists them.
 * Holds the names of one folder a level in memory. Links, hidden files and what vanishes meanwhile are left out.
 */
export async function* listFolder(dir: string, prefix: string): AsyncGenerator<ObjectEntry> {
  yield* walk(dir, '', prefix);
}

async function* walk(dir: string, folder: string, prefix: string): AsyncGenerator<ObjectEntry> {
  const found = await readdir(join(dir, folder), { withFileTypes: true }).catch((error: unknown) => {
    if (hasCode(error, 'ENOENT', 'ENOTDIR')) return [];
    throw error;
  });
  const entries = found
    .filter((entry) => !entry.name.startsWith('.') && (entry.isFile() || entry.isDirectory()))
    .map((entry) => ({ isFolder: entry.isDirectory(), key: `${folder}${entry.name}` }))
    // A folder stands in the order where its first key stands, hence with its slash.
    .map((entry) => ({ ...entry, key: entry.isFolder ? `${entry.key}/` : entry.key }))
    .sort((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)));
  for (const { isFolder, key } of entries) {
    if (isFolder) {
      if (key.startsWith(prefix) || prefix.startsWith(key)) yield* walk(dir, key, prefix);
    } else if (key.startsWith(prefix)) {
      const stats = await stat(join(dir, key)).catch(() => null);
      if (stats !== null) yield { key, size: stats.size, lastModified: stats.mtime };
    }
  }
}
