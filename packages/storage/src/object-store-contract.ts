import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ChecksumMismatchError,
  KeyInvalidError,
  LengthMismatchError,
  ObjectNotFoundError,
  RangeInvalidError,
} from './errors.ts';
import type { ObjectStore } from './object-store.ts';

/** What every driver must do. Each run works below a prefix of its own and removes what it made. */
export function describeObjectStore(name: string, open: () => Promise<ObjectStore>): void {
  const root = `contract-${randomUUID()}`;
  let store: ObjectStore;

  beforeAll(async () => {
    store = await open();
  });
  afterAll(async () => {
    for (const key of await keys(root)) await store.delete(key);
    await store.close();
  });

  async function keys(prefix: string): Promise<string[]> {
    const found: string[] = [];
    for await (const { key } of store.list(prefix)) found.push(key);
    return found;
  }

  async function put(key: string, bytes: Buffer): Promise<void> {
    await store.put(key, bytes, { contentLength: bytes.length, sha256: sha256(bytes) });
  }

  async function read(key: string): Promise<Buffer> {
    const { body } = await store.get(key);
    return await buffer(body);
  }

  describe(`${name}: put and get`, () => {
    test.each([
      ['nothing', 0],
      ['a byte', 1],
      ['some megabytes', 3 * 1024 * 1024 + 7],
    ])('%s, as a buffer, as a stream and as a function', async (_what, size) => {
      const bytes = randomBytes(size);
      const options = { contentLength: size, sha256: sha256(bytes), contentType: 'application/pdf' };
      const bodies = { buffer: bytes, stream: chunked(bytes), function: () => chunked(bytes) };
      for (const [kind, body] of Object.entries(bodies)) {
        const key = `${root}/put/${size}-${kind}`;
        await store.put(key, body, options);
        const { body: stored, size: storedSize } = await store.get(key);
        expect(storedSize).toBe(size);
        expect(sha256(await buffer(stored))).toBe(options.sha256);
      }
    });

    test('a put replaces the object that was there', async () => {
      const key = `${root}/put/replaced`;
      await put(key, Buffer.from('the first, longer one'));
      await put(key, Buffer.from('second'));
      expect(String(await read(key))).toBe('second');
    });

    test('puts of one key at once leave one of them, whole', async () => {
      const key = `${root}/put/raced`;
      const candidates = Array.from({ length: 6 }, () => randomBytes(200_000));
      await Promise.all(candidates.map((bytes) => put(key, bytes)));
      expect(candidates.map(sha256)).toContain(sha256(await read(key)));
    });

    test('an absent key is ObjectNotFoundError', async () => {
      const refused = store.get(`${root}/put/absent`);
      await expect(refused).rejects.toThrow(ObjectNotFoundError);
      await expect(refused).rejects.toMatchObject({ code: 'object_not_found' });
    });

    test('the beginning of a key is not a key', async () => {
      await put(`${root}/part/whole`, Buffer.from('x'));
      await expect(store.get(`${root}/part`)).rejects.toThrow(ObjectNotFoundError);
      await expect(store.head(`${root}/part`)).resolves.toBeNull();
      await store.delete(`${root}/part`);
      await expect(keys(`${root}/part`)).resolves.toEqual([`${root}/part/whole`]);
    });

    test('a body may be left before its end, and the store still works', async () => {
      const key = `${root}/put/left`;
      await put(key, randomBytes(2_000_000));
      const { body } = await store.get(key);
      for await (const chunk of body) {
        expect(chunk.length).toBeGreaterThan(0);
        break;
      }
      expect((await read(key)).length).toBe(2_000_000);
    });
  });

  describe(`${name}: bytes that are not the announced ones`, () => {
    const bytes = randomBytes(300_000);
    const right = { contentLength: bytes.length, sha256: sha256(bytes) };
    test.each([
      ['another hash', { ...right, sha256: sha256(Buffer.from('other')) }, ChecksumMismatchError],
      ['fewer bytes', { ...right, contentLength: bytes.length + 1 }, LengthMismatchError],
      ['more bytes', { ...right, contentLength: bytes.length - 1 }, LengthMismatchError],
    ])('%s: refused, and nothing is kept', async (what, options, error) => {
      for (const [kind, body] of [
        ['buffer', bytes],
        ['stream', chunked(bytes)],
        ['function', () => chunked(bytes)],
      ] as const) {
        const key = `${root}/wrong/${what.replaceAll(' ', '-')}-${kind}`;
        await expect(store.put(key, body, options)).rejects.toThrow(error);
        await expect(store.head(key)).resolves.toBeNull();
      }
    });

    test('a refused put leaves the object that was there', async () => {
      const key = `${root}/wrong/kept`;
      await put(key, Buffer.from('kept'));
      await expect(store.put(key, bytes, { ...right, sha256: sha256(Buffer.from('other')) })).rejects.toThrow(
        ChecksumMismatchError,
      );
      expect(String(await read(key))).toBe('kept');
    });

    test('a body that fails in the middle: its error, and nothing is kept', async () => {
      const key = `${root}/wrong/failing`;
      const failing = async function* (): AsyncGenerator<Buffer> {
        yield bytes.subarray(0, 100_000);
        throw new Error('the disk is gone');
      };
      const body = Readable.from(failing(), { objectMode: false });
      await expect(store.put(key, body, right)).rejects.toThrow('the disk is gone');
      await expect(store.head(key)).resolves.toBeNull();
    });

    test('a body that never ends is given up when the signal says so, and destroyed', async () => {
      const key = `${root}/wrong/endless`;
      const body = new Readable({ read() {} });
      body.push(bytes.subarray(0, 1_000));
      const controller = new AbortController();
      const stored = store.put(key, body, { ...right, signal: controller.signal });
      controller.abort(new Error('given up'));
      await expect(stored).rejects.toThrow('given up');
      expect(body.destroyed).toBe(true);
      await expect(store.head(key)).resolves.toBeNull();
    });
  });

  describe(`${name}: range`, () => {
    const key = `${root}/range`;
    beforeAll(async () => {
      await put(key, Buffer.from('0123456789'));
    });

    test.each([
      [0, 0, '0'],
      [0, 3, '0123'],
      [4, 6, '456'],
      [9, 9, '9'],
      [8, 500, '89'],
      [0, 9, '0123456789'],
    ])('%i–%i', async (start, end, expected) => {
      expect(String(await store.range(key, start, end))).toBe(expected);
    });

    test.each([
      [10, 11],
      [5_000, 6_000],
      [3, 2],
      [-1, 3],
      [0.5, 3],
      [0, Number.NaN],
      [0, 64 * 1024 * 1024],
    ])('%d–%d is refused', async (start, end) => {
      await expect(store.range(key, start, end)).rejects.toThrow(RangeInvalidError);
    });

    test('of an absent key is ObjectNotFoundError', async () => {
      await expect(store.range(`${root}/absent`, 0, 1)).rejects.toThrow(ObjectNotFoundError);
    });
  });

  describe(`${name}: head, delete`, () => {
    test('head tells size and time', async () => {
      const key = `${root}/head`;
      const before = Date.now();
      await put(key, Buffer.from('12345'));
      const head = await store.head(key);
      expect(head?.size).toBe(5);
      // Stores keep whole seconds, and their clock is their own.
      expect(Math.abs((head?.lastModified.getTime() ?? 0) - before)).toBeLessThan(120_000);
      if (head?.sha256 !== undefined) expect(head.sha256).toBe(sha256(Buffer.from('12345')));
    });

    test('delete removes one object, and again is fine', async () => {
      const key = `${root}/delete/gone`;
      await put(key, Buffer.from('x'));
      await put(`${root}/delete/gone-not`, Buffer.from('y'));
      await store.delete(key);
      await store.delete(key);
      await store.delete(`${root}/delete/never/was`);
      await expect(store.head(key)).resolves.toBeNull();
      await expect(store.get(key)).rejects.toThrow(ObjectNotFoundError);
      await expect(keys(`${root}/delete/`)).resolves.toEqual([`${root}/delete/gone-not`]);
    });
  });

  describe(`${name}: list`, () => {
    const below = `${root}/list`;
    // In order of bytes: '-' < '/' < '0' < 'A' < 'a'.
    const names = ['a-b', 'a/b', 'a/b.pdf', 'a/c/d', 'a0', 'aA', 'aa', 'b'];
    beforeAll(async () => {
      for (const name of names) await put(`${below}/${name}`, Buffer.from(name));
    });

    test.each([
      ['/', names],
      ['/a', names.slice(0, 7)],
      ['/a/', ['a/b', 'a/b.pdf', 'a/c/d']],
      ['/a/b', ['a/b', 'a/b.pdf']],
      ['/a/c/d', ['a/c/d']],
      ['/zz', []],
      ['/a/b/', []],
    ])('below "%s", in order', async (prefix, expected) => {
      await expect(keys(`${below}${prefix}`)).resolves.toEqual(expected.map((name) => `${below}/${name}`));
    });

    test('tells sizes', async () => {
      const sizes: number[] = [];
      for await (const entry of store.list(`${below}/a/`)) sizes.push(entry.size);
      expect(sizes).toEqual([3, 7, 5]);
    });

    test('can be left early', async () => {
      for await (const { key } of store.list(below)) {
        expect(key).toBe(`${below}/a-b`);
        break;
      }
    });
  });

  describe(`${name}: keys`, () => {
    test.each([
      '',
      '/',
      '/etc/passwd',
      '..',
      '../up',
      'a/../../up',
      'a/..',
      './a',
      'a//b',
      'a/',
      'a\\..\\b',
      'a\0b',
      'a\nb',
      'C:\\x',
      'a b',
      'é',
      '.hidden',
      '.incoming/x',
      'a/.hidden',
      '%2e%2e/x',
      'x'.repeat(201),
      'x/'.repeat(600),
    ])('%j is refused by every call', async (key) => {
      const bytes = Buffer.from('x');
      const put = store.put(key, bytes, { contentLength: 1, sha256: sha256(bytes) });
      const calls = [put, store.get(key), store.range(key, 0, 1), store.head(key), store.delete(key)];
      for (const call of await Promise.allSettled(calls)) {
        expect(call.status === 'rejected' && call.reason).toBeInstanceOf(KeyInvalidError);
      }
    });

    test('every allowed character comes back as it was', async () => {
      const key = `${root}/AZaz09._=@+,-/${'x'.repeat(200)}`;
      await put(key, Buffer.from('x'));
      await expect(keys(`${root}/AZ`)).resolves.toEqual([key]);
      expect(String(await read(key))).toBe('x');
    });
  });

  test(`${name}: a call whose signal is aborted already does nothing`, async () => {
    const key = `${root}/aborted`;
    const signal = AbortSignal.abort(new Error('too late'));
    const bytes = Buffer.from('x');
    await expect(store.put(key, bytes, { contentLength: 1, sha256: sha256(bytes), signal })).rejects.toThrow(
      'too late',
    );
    await expect(store.get(key, { signal })).rejects.toThrow('too late');
    await expect(store.range(key, 0, 1, { signal })).rejects.toThrow('too late');
    await expect(store.head(key)).resolves.toBeNull();
  });
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function chunked(bytes: Buffer): Readable {
  const chunks = function* (): Generator<Buffer> {
    for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
  };
  return Readable.from(chunks(), { objectMode: false });
}
