import { createHash } from 'node:crypto';
import { chmod, chown, mkdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { PostgresStartError } from './errors.ts';
import { type RunAs, reachable } from './run-as.ts';

/**
 * Where the cluster's files go. Normally the folder asked for. Root's own home can't be entered by the
 * account the server runs under; then a folder of the same name by hash below /var/lib is used.
 */
export async function prepareDataDir(asked: string, as: RunAs | null): Promise<string> {
  let dir = resolve(asked);
  if (as !== null && !(await reachable(dir))) {
    const hash = createHash('sha256').update(dir).digest('hex').slice(0, 12);
    dir = join('/var/lib/tender-postgres', hash);
  }
  await mkdir(dir, { recursive: true, mode: 0o755 });
  await chmod(dir, 0o700);
  if (as !== null) await chown(dir, as.uid, as.gid);
  return dir;
}

/** Whether a cluster was made there already. @throws PostgresStartError wrong_version */
export async function hasCluster(dir: string, major: string): Promise<boolean> {
  const version = await readFile(join(dir, 'PG_VERSION'), 'utf8').catch(() => null);
  if (version === null) return false;
  if (version.trim() !== major) {
    throw new PostgresStartError(
      'wrong_version',
      `${dir} holds a PostgreSQL ${version.trim()} cluster, this server is ${major}. Choose another data folder or delete this one.`,
    );
  }
  return true;
}

/** Pid of the server that uses the folder, if one does. */
export async function runningPid(dir: string): Promise<number | null> {
  const text = await readFile(join(dir, 'postmaster.pid'), 'utf8').catch(() => null);
  const pid = Number(text?.split('\n')[0]);
  if (!Number.isInteger(pid) || pid <= 0) return null;
  try {
    process.kill(pid, 0);
    return pid;
  } catch {
    return null;
  }
}
