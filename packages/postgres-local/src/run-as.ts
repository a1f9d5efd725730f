import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The account the server runs under when this process is root, which PostgreSQL refuses to be. */
export interface RunAs {
  uid: number;
  gid: number;
}

/** `nobody`, by its number on this kind of system. It exists everywhere, so nothing is added to the machine. */
export function runAs(): RunAs | null {
  if (process.getuid?.() !== 0) return null;
  return process.platform === 'darwin' ? { uid: 4294967294, gid: 4294967294 } : { uid: 65534, gid: 65534 };
}

/** Whether any account can enter every folder above `path`. */
export async function reachable(path: string): Promise<boolean> {
  for (let at = dirname(path); ; at = dirname(at)) {
    const info = await stat(at).catch(() => null);
    if (info !== null && (info.mode & 0o001) === 0) return false;
    if (at === dirname(at)) return true;
  }
}
