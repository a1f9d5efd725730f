import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ObjectNotFoundError, StorageUnavailableError } from './errors.ts';
import { createSpool, type Spool } from './spool.ts';

const KIB = 1_024;
let dir: string;
let spool: Spool;
/** Reads of the store, by key. */
let reads: string[];
let objects: Map<string, Buffer>;
/** What a read waits for. */
let gate: Promise<void>;

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tender-spool-'));
  reads = [];
  objects = new Map();
  gate = Promise.resolve();
  spool = spoolOf(10 * KIB);
});
afterEach(async () => {
  await spool.close();
  await rm(dir, { recursive: true, force: true });
});

function spoolOf(maxBytes: number): Spool {
  return createSpool({
    dir,
    maxBytes,
    store: {
      async get(key, { signal } = {}) {
        reads.push(key);
        const bytes = objects.get(key);
        if (bytes === undefined) throw new ObjectNotFoundError(key);
        const body = new Readable({ read() {} });
        body.push(bytes.subarray(0, 10));
        gate.then(
          () => {
            if (body.destroyed) return;
            body.push(bytes.subarray(10));
            body.push(null);
          },
          (error: Error) => body.destroy(error),
        );
        signal?.addEventListener('abort', () => body.destroy(signal.reason));
        return { body, size: bytes.length };
      },
    },
  });
}

/** An object of this many bytes. @returns its hash */
function put(key: string, size: number): string {
  const bytes = Buffer.alloc(size, key);
  objects.set(key, bytes);
  return createHash('sha256').update(bytes).digest('hex');
}

const eventually = (holds: () => unknown) => vi.waitFor(holds, { timeout: 20_000 });

async function files(): Promise<string[]> {
  const found = await readdir(dir, { recursive: true });
  return found.filter((name) => /[0-9a-f]{64}/.test(name));
}

test('a copy has the bytes, and is downloaded once', async () => {
  const hash = put('a', KIB);
  const first = await spool.open('a', hash);
  expect(await readFile(first.path)).toEqual(objects.get('a'));
  first.release();
  const second = await spool.open('a', hash);
  expect(second.path).toBe(first.path);
  expect(reads).toEqual(['a']);
});

test('many at once share one download, and one of them may give up', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  gate = promise;
  const hash = put('a', KIB);
  const impatient = new AbortController();
  const all = Promise.all([spool.open('a', hash), spool.open('a', hash)]);
  const one = spool.open('a', hash, { signal: impatient.signal });
  await eventually(() => expect(reads).toEqual(['a']));
  impatient.abort(new Error('no patience'));
  await expect(one).rejects.toThrow('no patience');
  resolve();
  expect((await all).map((copy) => copy.path)).toHaveLength(2);
  expect(reads).toEqual(['a']);
});

test('when the last one gives up the download ends, and nothing is left', async () => {
  gate = new Promise(() => {});
  const hash = put('a', KIB);
  const impatient = new AbortController();
  const one = spool.open('a', hash, { signal: impatient.signal });
  await eventually(async () => expect(await files()).toHaveLength(1));
  impatient.abort(new Error('no patience'));
  await expect(one).rejects.toThrow('no patience');
  await eventually(async () => expect(await files()).toEqual([]));
  gate = Promise.resolve();
  expect(await readFile((await spool.open('a', hash)).path)).toEqual(objects.get('a'));
});

test('the least recently used copy makes room, and none that is open', async () => {
  const hashes = Object.fromEntries(['a', 'b', 'c', 'd'].map((key) => [key, put(key, 4 * KIB)]));
  const open = async (key: string) => await spool.open(key, hashes[key] ?? '');
  const a = await open('a');
  (await open('b')).release();
  (await open('c')).release();
  expect(reads).toEqual(['a', 'b', 'c']);
  // b went, although a was used before it: a is still open.
  (await open('c')).release();
  await open('a');
  expect(reads).toEqual(['a', 'b', 'c']);
  const b = await open('b');
  expect(reads).toEqual(['a', 'b', 'c', 'b']);
  expect(await files()).toHaveLength(2);
  await expect(open('d')).rejects.toMatchObject({ code: 'storage_full' });
  expect(await files()).toHaveLength(2);
  b.release();
  b.release();
  await open('d');
  expect(await readFile(a.path)).toEqual(objects.get('a'));
});

test('an object larger than the spool is refused before its bytes are read', async () => {
  const hash = put('a', 11 * KIB);
  await expect(spool.open('a', hash)).rejects.toMatchObject({ code: 'storage_full' });
  expect(await files()).toEqual([]);
});

test.each([
  ['an object that is not there', 'object_not_found', () => objects.clear()],
  ['other bytes under the key', 'checksum_mismatch', () => objects.set('a', Buffer.alloc(KIB, 'x'))],
])('%s: the error, and nothing left', async (_what, code, change) => {
  const hash = put('a', KIB);
  change();
  await expect(spool.open('a', hash)).rejects.toMatchObject({ code });
  expect(await files()).toEqual([]);
});

test('after a failure the next one tries again', async () => {
  const hash = put('a', KIB);
  gate = Promise.reject(new StorageUnavailableError('broke off'));
  gate.catch(() => {});
  await expect(spool.open('a', hash)).rejects.toMatchObject({ code: 'storage_unavailable' });
  gate = Promise.resolve();
  await spool.open('a', hash);
  expect(reads).toEqual(['a', 'a']);
});

test('a copy that somebody cut or removed is downloaded again', async () => {
  const hash = put('a', KIB);
  const first = await spool.open('a', hash);
  first.release();
  await truncate(first.path, 3);
  const second = await spool.open('a', hash);
  expect(await readFile(second.path)).toEqual(objects.get('a'));
  second.release();
  await rm(dir, { recursive: true });
  expect(await readFile((await spool.open('a', hash)).path)).toEqual(objects.get('a'));
});

test('what a dead process left goes; what a living one or another spool of this one has stays', async () => {
  for (const name of [
    'copies-999999999-x',
    `copies-${process.ppid}-x`,
    `copies-${process.pid}-x`,
    'uploads',
  ]) {
    await mkdir(join(dir, name));
    await writeFile(join(dir, name, 'file'), 'x');
  }
  const hash = put('a', KIB);
  const mine = await spool.open('a', hash);
  const other = spoolOf(KIB);
  await other.open('a', hash);
  expect((await readdir(dir)).filter((name) => name.endsWith('-x') || name === 'uploads').sort()).toEqual([
    `copies-${process.ppid}-x`,
    'uploads',
  ]);
  await other.close();
  expect(await readFile(mine.path)).toEqual(objects.get('a'));
});

test('closing ends downloads and removes the folder', async () => {
  gate = new Promise(() => {});
  const opening = spool.open('a', put('a', KIB));
  await eventually(async () => expect(await files()).toHaveLength(1));
  const refused = expect(opening).rejects.toThrow('closed');
  await spool.close();
  await refused;
  expect(await readdir(dir)).toEqual([]);
  await expect(spool.open('a', put('a', KIB))).rejects.toThrow('closed');
});
