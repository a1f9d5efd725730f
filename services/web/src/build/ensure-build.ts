import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fingerprintOf } from './fingerprint.ts';
import { webRoot, workspaceDir } from './paths.ts';

/** Name of the file in the built app that holds the fingerprint of what it was built from. */
export const FINGERPRINT_FILE = '.fingerprint';

/** The build failed; the message ends with what the build printed. */
export class WebBuildError extends Error {
  readonly code = 'web_build_failed';
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'WebBuildError';
  }
}

/**
 * Makes sure that the built app in `dir` is made of the sources as they are now; takes milliseconds when it is and some
 * seconds when not. Builds in a process of its own, so that the caller's NODE_ENV and memory stay out of it. Safe
 * when several do it at once: each builds aside and the folder is swapped.
 * @param deadline in ms, for a build
 * @throws WebBuildError
 */
export async function ensureWebBuild({
  signal,
  deadline = 180_000,
}: {
  signal?: AbortSignal;
  deadline?: number;
} = {}): Promise<{ dir: string; built: boolean }> {
  if (await isFresh(webRoot)) return { dir: webRoot, built: false };
  await runBuild(deadline, signal);
  return { dir: webRoot, built: true };
}

async function isFresh(dir: string): Promise<boolean> {
  const builtFrom = await readFile(join(dir, FINGERPRINT_FILE), 'utf8').catch(() => null);
  return builtFrom !== null && builtFrom === (await fingerprintOf(workspaceDir));
}

function runBuild(deadline: number, signal: AbortSignal | undefined): Promise<void> {
  const options = {
    cwd: workspaceDir,
    timeout: deadline,
    env: { ...process.env, NODE_ENV: 'production' },
    maxBuffer: 4 * 1_024 * 1_024,
    ...(signal ? { signal } : {}),
  };
  return new Promise((resolve, reject) => {
    execFile(process.execPath, ['build.ts'], options, (error, stdout, stderr) => {
      if (!error) return resolve();
      const said = `${stdout}${stderr}`.trim().slice(-2_000);
      reject(new WebBuildError(`The web app could not be built: ${said || error.message}`, { cause: error }));
    });
  });
}
