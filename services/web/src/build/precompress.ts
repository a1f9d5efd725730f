import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const TEXT = /\.(?:html|js|css|svg|json)$/;
const SMALLEST = 1_024;

/** Writes `FILE.br` and `FILE.gz` beside each text file of 1 KiB and more, so that the server compresses nothing. */
export async function precompress(dir: string): Promise<void> {
  const names = await readdir(dir, { recursive: true });
  for (const name of names.filter((name) => TEXT.test(name))) {
    const path = join(dir, name);
    const content = await readFile(path);
    if (content.length < SMALLEST) continue;
    const [br, gz] = await Promise.all([
      promisify(brotliCompress)(content, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
      }),
      promisify(gzip)(content, { level: 9 }),
    ]);
    await writeFile(`${path}.br`, br);
    await writeFile(`${path}.gz`, gz);
  }
}
