import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { guardBody } from './guard-body.ts';

test('a body that is given up ends its silent source at once', async () => {
  const source = new Readable({ read() {} });
  source.push('x');
  const body = guardBody(source, { key: 'a', size: 10 });
  for await (const chunk of body) {
    expect(String(chunk)).toBe('x');
    body.destroy();
  }
  expect(source.destroyed).toBe(true);
});

test('a source that ends early or late is not the object', async () => {
  for (const size of [1, 3]) {
    const body = guardBody(Readable.from([Buffer.from('ab')]), { key: 'a', size });
    await expect(buffer(body)).rejects.toThrow(`ended after 2 of ${size} bytes`);
  }
});
