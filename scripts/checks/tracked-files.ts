import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

/** Files that git knows or would add, relative to the root, deleted ones left out. */
export async function trackedFiles(root: string, ...patterns: string[]): Promise<string[]> {
  const { stdout } = await promisify(execFile)(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...patterns],
    { cwd: root, maxBuffer: 64 * 1024 * 1024 },
  );
  const names = new Set(stdout.split('\0').filter((name) => name !== ''));
  return [...names].filter((name) => existsSync(join(root, name))).sort();
}
