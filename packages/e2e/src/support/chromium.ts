import { execFile } from 'node:child_process';
import { access, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, chromium } from 'playwright-core';

const MODULES = fileURLToPath(new URL('../../../../node_modules/', import.meta.url));
const CACHE = join(MODULES, '.cache', 'chromium');
/** Longest time for unpacking and for starting, in ms. */
const DEADLINE = 120_000;

/** Without a sandbox, as tests run as root; without any of the connections that Chromium makes by itself. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/**
 * A headless Chromium that came through npm, with the libraries and fonts that came with it: nothing of the
 * machine's is needed. The caller closes it.
 */
export async function openChromium(): Promise<Browser> {
  const dir = await unpacked();
  return chromium.launch({
    executablePath: join(dir, 'chromium'),
    args: FLAGS,
    timeout: DEADLINE,
    env: {
      ...process.env,
      LD_LIBRARY_PATH: [join(dir, 'al2023', 'lib'), process.env['LD_LIBRARY_PATH']].filter(Boolean).join(':'),
      FONTCONFIG_FILE: join(dir, 'fonts.conf'),
    },
  });
}

/** The folder of the unpacked browser. Made once per version; complete or not there, however many make it at once. */
async function unpacked(): Promise<string> {
  const manifest: unknown = JSON.parse(
    await readFile(join(MODULES, '@sparticuz/chromium/package.json'), 'utf8'),
  );
  const version =
    typeof manifest === 'object' && manifest && 'version' in manifest ? String(manifest.version) : '0';
  const dir = join(CACHE, version);
  if (await exists(dir)) return dir;
  await mkdir(CACHE, { recursive: true });
  const fresh = await mkdtemp(join(CACHE, 'new-'));
  try {
    await promisify(execFile)(
      process.execPath,
      [fileURLToPath(new URL('unpack-chromium.ts', import.meta.url))],
      {
        timeout: DEADLINE,
        env: { ...process.env, TMPDIR: fresh, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' },
      },
    );
    await writeFile(join(fresh, 'fonts.conf'), fontsOf(dir));
    await rename(fresh, dir).catch(async (error: unknown) => {
      if (!(await exists(dir))) throw error;
    });
    return dir;
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}

function fontsOf(dir: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${join(dir, 'fonts')}</dir><cachedir>${join(dir, 'fonts-cache')}</cachedir></fontconfig>
`;
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
