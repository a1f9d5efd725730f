import { once } from 'node:events';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { StorageUnavailableError } from './errors.ts';
import { guardBody } from './guard-body.ts';

function silentSource(): Readable {
  const source = new Readable({ read() {} });
  source.push('x');
  return source;
}

test('a body that is given up ends its silent source at once', async () => {
  const source = silentSource();
  const body = guardBody(source, { key: 'a', size: 10 });
  await once(body, 'readable');
  body.destroy();
  await once(body, 'close');
  expect(source.destroyed).toBe(true);
});

test('a signal ends body and source, with its reason', async () => {
  for (const when of ['before', 'while']) {
    const controller = new AbortController();
    if (when === 'before') controller.abort(new Error('given up'));
    const source = silentSource();
    const read = buffer(guardBody(source, { key: 'a', size: 10, signal: controller.signal }));
    controller.abort(new Error('given up'));
    await expect(read).rejects.toThrow('given up');
    expect(source.destroyed).toBe(true);
  }
});

test('a source that fails or is cut is not the object', async () => {
  for (const error of [new Error('ECONNRESET'), undefined]) {
    const source = silentSource();
    const read = buffer(guardBody(source, { key: 'a', size: 10 }));
    source.destroy(error);
    await expect(read).rejects.toThrow(StorageUnavailableError);
  }
});

test('a source that ends early or late is not the object', async () => {
  for (const size of [1, 3]) {
    const body = guardBody(Readable.from([Buffer.from('ab')]), { key: 'a', size });
    await expect(buffer(body)).rejects.toThrow(`ended after 2 of ${size} bytes`);
  }
});
