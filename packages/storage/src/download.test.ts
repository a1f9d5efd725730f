import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { download } from './download.ts';
import { ObjectNotFoundError, StorageUnavailableError } from './errors.ts';

const bytes = Buffer.from('the bytes that were stored');
const sha256 = createHash('sha256').update(bytes).digest('hex');
let dir: string;
let path: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tender-download-'));
  path = join(dir, 'copy');
});
afterEach(async () => {
  await rm(dir, { recursive: true, force: true });
});

/** A store that hands out this body, whatever the key. */
function handingOut(body: () => Readable, size = bytes.length): Parameters<typeof download>[0] {
  return { get: async () => ({ body: body(), size }) };
}

test('the bytes are in the file', async () => {
  const store = handingOut(() => Readable.from([bytes.subarray(0, 5), bytes.subarray(5)]));
  await expect(download(store, 'a', path, { sha256, size: bytes.length })).resolves.toEqual({
    size: bytes.length,
  });
  expect(await readFile(path)).toEqual(bytes);
});

test.each([
  [
    'other bytes under the right key',
    () => Readable.from([Buffer.from('x'.repeat(bytes.length))]),
    'checksum_mismatch',
  ],
  ['a body that ends early', () => Readable.from([bytes.subarray(0, 9)]), 'checksum_mismatch'],
  [
    'a body that breaks off',
    () =>
      Readable.from(
        (async function* () {
          yield bytes.subarray(0, 9);
          throw new StorageUnavailableError('broke off');
        })(),
      ),
    'storage_unavailable',
  ],
])('%s: an error, and no file', async (_what, body, code) => {
  await expect(download(handingOut(body), 'a', path, { sha256 })).rejects.toMatchObject({ code });
  await expect(readdir(dir)).resolves.toEqual([]);
});

test('a body that breaks before it is read: its error, and nothing else', async () => {
  const broken = new Readable({ read() {} });
  broken.destroy(new StorageUnavailableError('broke off'));
  await expect(
    download(
      handingOut(() => broken),
      'a',
      path,
      { sha256 },
    ),
  ).rejects.toMatchObject({
    code: 'storage_unavailable',
  });
});

test('an object of another length is refused before its bytes are read', async () => {
  const body = new Readable({ read() {} });
  const refused = download(
    handingOut(() => body, 5),
    'a',
    path,
    { sha256, size: 6 },
  );
  await expect(refused).rejects.toMatchObject({ code: 'length_mismatch' });
  expect(body.destroyed).toBe(true);
});

test('an absent object', async () => {
  const store = { get: () => Promise.reject(new ObjectNotFoundError('a')) };
  await expect(download(store, 'a', path, { sha256 })).rejects.toMatchObject({ code: 'object_not_found' });
});

test('a signal ends it, and no file is left', async () => {
  const body = new Readable({ read() {} });
  body.push('x');
  const controller = new AbortController();
  const loaded = download(
    handingOut(() => body),
    'a',
    path,
    { sha256, signal: controller.signal },
  );
  setImmediate(() => controller.abort(new Error('given up')));
  await expect(loaded).rejects.toThrow('given up');
  await expect(readdir(dir)).resolves.toEqual([]);
});

test('a file that is there already is neither read nor touched', async () => {
  await writeFile(path, 'mine');
  await expect(
    download(
      handingOut(() => Readable.from([bytes])),
      'a',
      path,
      { sha256 },
    ),
  ).rejects.toThrow('EEXIST');
  expect(String(await readFile(path))).toBe('mine');
});
