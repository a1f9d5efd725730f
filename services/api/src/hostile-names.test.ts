import { readFile } from 'node:fs/promises';
import { documentSchema, uploadedSchema } from '@tender/tenders';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { form, pdf } from './testing/files.ts';
import { read, startTestSystem, type TestSystem } from './testing/test-system.ts';

/** Names that files were given to break something: each is shown and saved as a name, and reaches nothing else. */

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.close());

const listSchema = z.array(z.object({ name: z.string(), why: z.string() }));
const list = new URL('../../../fixtures/hostile/upload-names.json', import.meta.url);
const names = listSchema.parse(JSON.parse(await readFile(list, 'utf8')));

test.each(names)('$why', async ({ name, why }) => {
  const bytes = pdf(why.replace(/[()\\]/g, ''));
  const response = await system.send('POST', '/v1/tenders', {
    key: system.keys.a,
    body: form([{ bytes, name }]),
  });
  const { documents } = await read(uploadedSchema, response);
  const id = documents[0]?.id ?? '';
  const document = await read(documentSchema, await system.get(`/v1/documents/${id}`, system.keys.a));
  expect(document.filename).toMatch(/^[^/\\\p{Cc}]{1,200}$/u);
  expect(document.filename.isWellFormed()).toBe(true);
  const original = await system.get(`/v1/documents/${id}/original`, system.keys.a);
  expect(original.headers.get('content-disposition')).toMatch(
    /^attachment; filename="[\x20\x21\x23-\x7e]+"; filename\*=UTF-8''[\w.~%()!'*-]+$/,
  );
  expect(original.headers.get('x-evil')).toBeNull();
  expect(Buffer.from(await original.arrayBuffer()).equals(bytes)).toBe(true);
});

test('no name is part of a key', async () => {
  for await (const { key } of system.store.list('')) {
    expect(key).toMatch(/^tenants\/\d+\/documents\/[0-9a-f]{64}\.pdf$/);
  }
});
