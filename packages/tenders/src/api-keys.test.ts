import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authenticate, createApiKey, ensureTenant } from './api-keys.ts';
import { createPool } from './connect.ts';
import { migrate } from './migrate.ts';
import { makeDatabase } from './testing/test-database.ts';

let db: pg.Pool;
let api: pg.Pool;
let tenantId: string;
beforeAll(async () => {
  const connectionString = await makeDatabase();
  await migrate({ connectionString });
  db = new pg.Pool({ connectionString });
  api = createPool({ connectionString, role: 'tender_api', applicationName: 'test' });
  tenantId = await ensureTenant(db, 'a');
});
afterAll(async () => {
  await api.end();
  await db.end();
});

test('a key is who it was made for', async () => {
  const key = await createApiKey(db, { tenantId, name: 'x' });
  expect(key).toMatch(/^tk_[0-9a-f]{12}_[\w-]{43}$/);
  expect(await authenticate(api, key)).toEqual({ keyId: expect.any(String), scope: 'tenant', tenantId });
  const operator = await createApiKey(db, { tenantId: null, name: 'x' });
  expect(await authenticate(api, operator)).toMatchObject({ scope: 'operator', tenantId: null });
});

test('a key that is wrong, revoked or expired is nobody', async () => {
  const key = await createApiKey(db, { tenantId, name: 'x' });
  for (const wrong of ['', 'x', `${key}x`, key.slice(0, -1), key.replace('tk_', 'op_'), `${key}\0`]) {
    expect(await authenticate(api, wrong), wrong).toBeNull();
  }
  const expired = await createApiKey(db, { tenantId, name: 'x', expiresAt: new Date(Date.now() - 1_000) });
  expect(await authenticate(api, expired)).toBeNull();
  await db.query(`update tender.api_keys set revoked_at = now() where prefix = $1`, [
    key.split('_', 2).join('_'),
  ]);
  expect(await authenticate(api, key)).toBeNull();
});

test('the database holds no key', async () => {
  const key = await createApiKey(db, { tenantId, name: 'x' });
  const secret = key.split('_').slice(2).join('_');
  const { rows } = await db.query(`select k::text as row from tender.api_keys k`);
  expect(rows.some((row) => row.row.includes(secret))).toBe(false);
});

test('a given key is stored again without a second row, and one of the wrong form or scope is refused', async () => {
  const key = 'tk_given000_0123456789abcdef';
  await createApiKey(db, { tenantId, name: 'x', key });
  await createApiKey(db, { tenantId, name: 'x', key });
  expect((await db.query(`select from tender.api_keys where prefix = 'tk_given000'`)).rowCount).toBe(1);
  await expect(createApiKey(db, { tenantId, name: 'x', key: 'tk_short_x' })).rejects.toThrow(TypeError);
  await expect(createApiKey(db, { tenantId: null, name: 'x', key })).rejects.toThrow(TypeError);
});
