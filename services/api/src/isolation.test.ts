import { createHash } from 'node:crypto';
import { tenderListSchema, uploadedSchema, withTenant } from '@tender/tenders';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { form, pdf } from './testing/files.ts';
import { read, startTestSystem, type TestSystem } from './testing/test-system.ts';

/** What belongs to one tenant doesn't exist for another, whatever route is asked and whatever statement is run. */

let system: TestSystem;
let own: { tender: string; document: string };

beforeAll(async () => {
  system = await startTestSystem();
  const uploaded = await read(
    uploadedSchema,
    await system.send('POST', '/v1/tenders', { key: system.keys.a, body: form([{ bytes: pdf('of a') }]) }),
  );
  own = { tender: uploaded.id, document: uploaded.documents[0]?.id ?? '' };
  await system.db.query(
    `insert into tender.pages (document_id, page_no, tenant_id, triage, triage_reason, width, height, rotate)
     values ($1, 1, $2, 'text_layer', 'clean', 595, 842, 0)`,
    [own.document, system.tenants.a],
  );
});
afterAll(() => system.close());

const openapi = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });

/** Every route of the API's own document, with the ids of tenant A in its address. */
async function routes(): Promise<[method: string, path: string][]> {
  const document = await read(openapi, await system.get('/openapi.json'));
  return Object.entries(document.paths).flatMap(([pattern, operations]) => {
    const id = pattern.startsWith('/v1/tenders') ? own.tender : own.document;
    const path = pattern.replace('{id}', id).replace('{page}', '1').replace('{type}', 'document.inspect');
    return Object.keys(operations).map((method): [string, string] => [method.toUpperCase(), path]);
  });
}

const isAdmin = (path: string): boolean => path.startsWith('/v1/admin/');

function bodyOf(method: string, path: string): { body?: FormData } {
  const takesForm = method === 'POST' && /^\/v1\/tenders(\/[^/]+\/documents)?$/.test(path);
  return takesForm ? { body: form([{ bytes: pdf('of b') }]) } : {};
}

test("with another tenant's ids every route answers as if there were nothing", async () => {
  const asked = (await routes()).filter(([, path]) => !isAdmin(path) && path.split('/').length > 3);
  expect(asked.length).toBeGreaterThanOrEqual(8);
  for (const [method, path] of asked) {
    const response = await system.send(method, path, { key: system.keys.b, ...bodyOf(method, path) });
    expect.soft(`${method} ${path}: ${response.status}`).toBe(`${method} ${path}: 404`);
    await response.body?.cancel();
  }
  // And nothing of it was touched.
  expect((await system.get(`/v1/tenders/${own.tender}`, system.keys.a)).status).toBe(200);
});

test('the same ids open to their own tenant', async () => {
  for (const path of [
    `/v1/tenders/${own.tender}`,
    `/v1/documents/${own.document}`,
    `/v1/documents/${own.document}/original`,
    `/v1/documents/${own.document}/pages/1`,
    `/v1/documents/${own.document}/pages/1/image.png`,
  ]) {
    const response = await system.get(path, system.keys.a);
    expect.soft(`${path}: ${response.status}`).toBe(`${path}: 200`);
    await response.body?.cancel();
  }
});

test('no route of the document answers without a key', async () => {
  const all = await routes();
  expect(all.length).toBeGreaterThanOrEqual(9);
  for (const [method, path] of all) {
    const response = await system.send(method, path, bodyOf(method, path));
    expect.soft(`${method} ${path}: ${response.status}`).toBe(`${method} ${path}: 401`);
    await response.body?.cancel();
  }
});

test("a tenant's key opens no operator's route, and an operator's key no tenant's", async () => {
  const all = await routes();
  expect(all.filter(([, path]) => isAdmin(path)).length).toBeGreaterThanOrEqual(8);
  for (const [method, path] of all) {
    const key = isAdmin(path) ? system.keys.a : system.keys.operator;
    const response = await system.send(method, path, { key, ...bodyOf(method, path) });
    expect.soft(`${method} ${path}: ${response.status}`).toBe(`${method} ${path}: 403`);
    await response.body?.cancel();
  }
});

test("a list has only one's own", async () => {
  const list = await read(tenderListSchema, await system.get('/v1/tenders', system.keys.b));
  expect(list.items).toEqual([]);
});

test("another tenant's bytes are not known: the same file is stored for each", async () => {
  const bytes = pdf('of both');
  for (const key of [system.keys.a, system.keys.b]) {
    const response = await system.send('POST', '/v1/tenders', { key, body: form([{ bytes }]) });
    expect((await read(uploadedSchema, response)).documents[0]?.duplicateOf).toBeNull();
  }
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const keys: string[] = [];
  for await (const { key } of system.store.list('')) if (key.includes(sha256)) keys.push(key);
  expect(keys.sort()).toEqual(
    [system.tenants.a, system.tenants.b].map((tenant) => `tenants/${tenant}/documents/${sha256}.pdf`).sort(),
  );
});

const TABLES = ['tenders', 'versions', 'documents', 'pages', 'fields', 'idempotency_keys', 'document_states'];

test.each(TABLES)("a statement on %s that forgot its WHERE sees no other tenant's rows", async (table) => {
  const count = async (tenant: string): Promise<number> =>
    await withTenant(system.apiPool, tenant, async (tx) => {
      const { rows } = await tx.query<{ tenant_id: string }>(`select tenant_id from tender.${table}`);
      expect(rows.filter((row) => row.tenant_id !== tenant)).toEqual([]);
      return rows.length;
    });
  await count(system.tenants.a);
  await count(system.tenants.b);
  const without = await system.apiPool.query(`select from tender.${table}`);
  expect(without.rowCount).toBe(0);
});

test('the tenant of a transaction does not stay on its connection', async () => {
  for (let i = 0; i < 20; i += 1) {
    await withTenant(system.apiPool, system.tenants.a, (tx) => tx.query('select 1'));
    const { rows } = await system.apiPool.query(`select tender.current_tenant() as tenant`);
    expect(rows).toEqual([{ tenant: null }]);
  }
});

test("rows can't be written or moved to another tenant", async () => {
  const asB = (sql: string, values: unknown[]) =>
    withTenant(system.apiPool, system.tenants.b, (tx) => tx.query(sql, values));
  await expect(asB(`insert into tender.tenders (tenant_id) values ($1)`, [system.tenants.a])).rejects.toThrow(
    /row-level security/,
  );
  expect(await asB(`update tender.tenders set title = 'x' where id = $1`, [own.tender])).toMatchObject({
    rowCount: 0,
  });
  await expect(
    withTenant(system.apiPool, system.tenants.a, (tx) =>
      tx.query(`update tender.tenders set tenant_id = $1 where id = $2`, [system.tenants.b, own.tender]),
    ),
  ).rejects.toThrow(/row-level security/);
});

test("the service's role reads no keys and changes no schema", async () => {
  for (const sql of [
    'select * from tender.api_keys',
    'alter table tender.tenders no force row level security',
    'drop policy own_tenant on tender.tenders',
    'create table tender.x (y int)',
  ]) {
    await expect(system.apiPool.query(sql), sql).rejects.toThrow(/permission denied|must be owner/);
  }
});
