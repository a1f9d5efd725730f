import { chmod, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import { FINGERPRINT_FILE } from './src/build/ensure-build.ts';
import { fingerprintOf } from './src/build/fingerprint.ts';
import { webRoot, workspaceDir } from './src/build/paths.ts';
import { precompress } from './src/build/precompress.ts';
import { buildFolder, swapFolder } from './src/build/swap.ts';

/**
 * `npm run build` of this workspace: always builds, into a folder aside, compresses, and swaps the result in.
 * The fingerprint is taken before: a source that changes meanwhile makes the result stale, never falsely fresh.
 */
const fingerprint = await fingerprintOf(workspaceDir);
const fresh = await buildFolder(workspaceDir);
try {
  await build({ root: workspaceDir, logLevel: 'warn', build: { outDir: fresh, emptyOutDir: true } });
  await precompress(fresh);
  await writeFile(join(fresh, FINGERPRINT_FILE), fingerprint);
  await chmod(fresh, 0o755);
  await swapFolder(fresh, webRoot);
} finally {
  await rm(fresh, { recursive: true, force: true });
}
