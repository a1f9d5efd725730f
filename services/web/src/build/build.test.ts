import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { fingerprintOf } from './fingerprint.ts';
import { precompress } from './precompress.ts';
import { buildFolder, swapFolder } from './swap.ts';

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'web-build-'));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

test('the fingerprint follows contents and names, not times, tests or what is not built', async () => {
  await mkdir(join(dir, 'src/deep'), { recursive: true });
  const source = join(dir, 'src/deep/a.ts');
  await writeFile(source, 'one');
  const before = await fingerprintOf(dir);
  await utimes(source, 1, 1);
  await writeFile(join(dir, 'src/deep/a.test.ts'), 'a test');
  await writeFile(join(dir, 'README.md'), 'words');
  expect(await fingerprintOf(dir)).toBe(before);
  await writeFile(source, 'two');
  const changed = await fingerprintOf(dir);
  expect(changed).not.toBe(before);
  await rm(source);
  await writeFile(join(dir, 'src/deep/b.ts'), 'two');
  expect(new Set([before, changed, await fingerprintOf(dir)]).size).toBe(3);
});

test('text of some size is there compressed in both ways, and says the same', async () => {
  await mkdir(join(dir, 'assets'));
  const text = 'export const x = 1;\n'.repeat(200);
  await writeFile(join(dir, 'assets/a.js'), text);
  await writeFile(join(dir, 'small.js'), 'x');
  await writeFile(join(dir, 'picture.png'), Buffer.alloc(5_000));
  await precompress(dir);
  expect((await readdir(dir, { recursive: true })).toSorted()).toEqual([
    'assets',
    'assets/a.js',
    'assets/a.js.br',
    'assets/a.js.gz',
    'picture.png',
    'small.js',
  ]);
  expect(brotliDecompressSync(await readFile(join(dir, 'assets/a.js.br'))).toString()).toBe(text);
  expect(gunzipSync(await readFile(join(dir, 'assets/a.js.gz'))).toString()).toBe(text);
});

test('of several builds at once one whole result stays, and nothing else', async () => {
  const target = join(dir, 'dist');
  const builds = await Promise.all(Array.from({ length: 5 }, () => buildFolder(dir)));
  await Promise.all(
    builds.map(async (fresh, build) => {
      for (const name of ['a', 'b', 'c']) await writeFile(join(fresh, name), `build ${build}`);
      await swapFolder(fresh, target);
    }),
  );
  const contents = await Promise.all(['a', 'b', 'c'].map((name) => readFile(join(target, name), 'utf8')));
  expect(new Set(contents).size).toBe(1);
  expect(await readdir(target)).toEqual(['a', 'b', 'c']);
  expect(await readdir(join(dir, 'node_modules/.web-build'))).toEqual([]);
});
