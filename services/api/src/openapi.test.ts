import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { read, startTestSystem, type TestSystem } from './testing/test-system.ts';

let system: TestSystem;
let document: z.infer<typeof documentSchema>;
const operation = z.looseObject({
  operationId: z.string(),
  summary: z.string(),
  responses: z.record(z.string(), z.unknown()),
});
const documentSchema = z.looseObject({
  openapi: z.literal('3.1.0'),
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }),
});

beforeAll(async () => {
  system = await startTestSystem();
  document = await read(documentSchema, await system.get('/openapi.json'));
});
afterAll(() => system.close());

test('every route of the API is described, under a name of its own', () => {
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  expect(new Set(operations.map((each) => each.operationId)).size).toBe(operations.length);
  const routes = system.app.printRoutes({ commonPrefix: false });
  for (const path of Object.keys(document.paths)) {
    const last =
      path
        .split('/')
        .at(-1)
        ?.replace(/\{(.+)\}/, ':$1') ?? '';
    expect(routes).toContain(last);
  }
  expect(Object.keys(document.paths)).toEqual(
    expect.arrayContaining(['/v1/tenders', '/v1/tenders/{id}', '/v1/documents/{id}/pages/{page}']),
  );
});

test('every reference leads somewhere, and no schema stands there unused', () => {
  const text = JSON.stringify(document);
  const references = new Set([...text.matchAll(/"#\/components\/schemas\/(\w+)"/g)].map((match) => match[1]));
  expect(Object.keys(document.components.schemas).sort()).toEqual([...references].sort());
});

test('every route says how it refuses, and an answer that is no JSON says what it is', () => {
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const { responses } of Object.values(operations)) {
      expect(Object.keys(responses), path).toEqual(
        expect.arrayContaining(['401', '403', '429', '500', '503']),
      );
    }
  }
  expect(document.paths['/v1/documents/{id}/original']?.['get']?.responses['200']).toMatchObject({
    content: { 'application/pdf': {} },
  });
});

test('a field of a tender carries its business term and its path in a release', () => {
  const text = JSON.stringify(document.components.schemas['Tender']);
  expect(text).toContain('BT-131-Lot');
  expect(text).toContain('tender.lots[].tenderPeriod.endDate');
});
