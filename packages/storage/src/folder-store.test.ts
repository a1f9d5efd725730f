import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { KeyInvalidError, ObjectNotFoundError } from './errors.ts';
import { createFolderStore } from './folder-store.ts';
import type { ObjectStore } from './object-store.ts';
import { describeObjectStore } from './object-store-contract.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tender-folder-store-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

describeObjectStore('folder', async () => createFolderStore({ dir: join(folder, 'contract') }));

const bytes = Buffer.from('hello');
const hello = { contentLength: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };

describe('the folder itself', () => {
  let dir: string;
  let store: ObjectStore;
  beforeEach(async () => {
    dir = await mkdtemp(join(folder, 'own-'));
    store = createFolderStore({ dir });
  });

  test('holds objects under their keys, and no unfinished file after a put that failed', async () => {
    await store.put('tenants/1/a.pdf', bytes, hello);
    const wrong = store.put('tenants/1/b.pdf', bytes, { ...hello, contentLength: 9 });
    await expect(wrong).rejects.toMatchObject({ code: 'length_mismatch' });
    expect((await readdir(dir, { recursive: true })).sort()).toEqual([
      '.incoming',
      'tenants',
      'tenants/1',
      'tenants/1/a.pdf',
    ]);
  });

  test('what a process that died left behind is removed after a day, not before', async () => {
    const incoming = join(dir, '.incoming');
    await mkdir(incoming);
    await writeFile(join(incoming, 'old'), 'x');
    await writeFile(join(incoming, 'young'), 'x');
    const yesterday = new Date(Date.now() - 25 * 60 * 60 * 1_000);
    await utimes(join(incoming, 'old'), yesterday, yesterday);
    await store.put('a', bytes, hello);
    await expect(readdir(incoming)).resolves.toEqual(['young']);
  });

  test('a link in the path or in the place of an object is never followed', async () => {
    const outside = await mkdtemp(join(folder, 'outside-'));
    await writeFile(join(outside, 'secret'), 'secret');
    await symlink(outside, join(dir, 'way'));
    await symlink(join(outside, 'secret'), join(dir, 'object'));
    const refused = [
      store.put('way/new', bytes, hello),
      store.get('way/secret'),
      store.range('way/secret', 0, 1),
      store.head('way/secret'),
      store.delete('way/secret'),
      store.get('object'),
    ];
    for (const call of await Promise.allSettled(refused)) {
      expect(call.status === 'rejected' && call.reason).toBeInstanceOf(KeyInvalidError);
    }
    await expect(store.head('object')).resolves.toBeNull();
    await store.put('object', bytes, hello);
    await store.delete('object');
    await expect(readdir(outside)).resolves.toEqual(['secret']);
    const listed: string[] = [];
    for await (const { key } of store.list('')) listed.push(key);
    expect(listed).toEqual([]);
  });

  test('a key below another object is refused', async () => {
    await store.put('a', bytes, hello);
    await expect(store.put('a/b', bytes, hello)).rejects.toThrow(KeyInvalidError);
    await store.put('c/d', bytes, hello);
    await expect(store.put('c', bytes, hello)).rejects.toThrow(KeyInvalidError);
    await expect(store.get('c')).rejects.toThrow(ObjectNotFoundError);
  });

  test('works again after the whole folder was removed', async () => {
    await store.put('a', bytes, hello);
    await rm(dir, { recursive: true });
    await expect(store.put('a', bytes, hello)).rejects.toMatchObject({ code: 'storage_unavailable' });
    await store.put('a', bytes, hello);
    await expect(store.head('a')).resolves.toMatchObject({ size: 5 });
  });

  test('has no links to hand out', async () => {
    await expect(store.presign('a', { expiresInSeconds: 60 })).resolves.toBeNull();
  });
});
