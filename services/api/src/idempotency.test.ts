import { problemSchema, uploadedSchema } from '@tender/tenders';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { form, pdf } from './testing/files.ts';
import { read, startTestSystem, type TestSystem } from './testing/test-system.ts';

/** Holds up the store's first `put` of a test until the test lets it go on. */
let hold: { reached: PromiseWithResolvers<void>; released: PromiseWithResolvers<void> } | null = null;
let failPut = false;
let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem({
    wrapStore: (store) => ({
      ...store,
      async put(...given) {
        if (failPut) throw new Error('the store broke');
        const held = hold;
        hold = null;
        held?.reached.resolve();
        await held?.released.promise;
        await store.put(...given);
      },
    }),
  });
});
afterAll(() => system.close());

const send = (key: string, body: FormData, as = system.keys.a) =>
  system.send('POST', '/v1/tenders', { key: as, body, headers: { 'idempotency-key': key } });
const codeOf = async (response: Response) => {
  const { status, code } = await read(problemSchema, response);
  return { status, code };
};

test('the same request again gets the same answer and does nothing', async () => {
  const body = () => form([{ bytes: pdf('again') }], { title: 'Again' });
  const first = await send('again', body());
  const answer = await first.text();
  expect(first.headers.get('idempotent-replayed')).toBeNull();
  const before = await system.stored();
  const second = await send('again', body());
  expect(second.status).toBe(202);
  expect(second.headers.get('idempotent-replayed')).toBe('true');
  expect(second.headers.get('location')).toBe(first.headers.get('location'));
  expect(await second.text()).toBe(answer);
  expect(await system.stored()).toEqual(before);
});

test('another request under the same key is refused', async () => {
  await send('other', form([{ bytes: pdf('one') }]));
  const mismatch = { status: 422, code: 'idempotency_mismatch' };
  expect(await codeOf(await send('other', form([{ bytes: pdf('two') }])))).toEqual(mismatch);
  expect(await codeOf(await send('other', form([{ bytes: pdf('one') }], { title: 'x' })))).toEqual(mismatch);
});

test('another tenant may use the same key', async () => {
  await send('shared', form([{ bytes: pdf('a') }]));
  const response = await send('shared', form([{ bytes: pdf('b') }]), system.keys.b);
  expect(response.status).toBe(202);
  expect(response.headers.get('idempotent-replayed')).toBeNull();
});

test('a request whose first try is still running is refused, and served once that has ended', async () => {
  const held = { reached: Promise.withResolvers<void>(), released: Promise.withResolvers<void>() };
  hold = held;
  const body = () => form([{ bytes: pdf('in flight') }]);
  const first = send('flight', body());
  await held.reached.promise;
  const during = await send('flight', body());
  expect(during.headers.get('retry-after')).not.toBeNull();
  expect(await codeOf(during)).toEqual({ status: 409, code: 'idempotency_in_flight' });
  held.released.resolve();
  const { id } = await read(uploadedSchema, await first);
  expect(await read(uploadedSchema, await send('flight', body()))).toMatchObject({ id });
});

test('a request that failed frees its key', async () => {
  failPut = true;
  expect(await codeOf(await send('failed', form([{ bytes: pdf('x') }])))).toEqual({
    status: 500,
    code: 'internal_error',
  });
  failPut = false;
  const response = await send('failed', form([{ bytes: pdf('y') }]));
  expect(response.status).toBe(202);
});

test('a claim that lapsed is taken over, and its first holder can no longer act under it', async () => {
  const held = { reached: Promise.withResolvers<void>(), released: Promise.withResolvers<void>() };
  hold = held;
  const body = () => form([{ bytes: pdf('lapsed') }]);
  const first = send('lapsed', body());
  await held.reached.promise;
  await system.db.query(
    `update tender.idempotency_keys set claimed_until = now() - interval '1 s' where key = 'lapsed'`,
  );
  const second = await read(uploadedSchema, await send('lapsed', body()));
  held.released.resolve();
  expect(await codeOf(await first)).toEqual({ status: 409, code: 'idempotency_in_flight' });
  const { rows } = await system.db.query(`select tender_id as id from tender.documents where sha256 = $1`, [
    second.documents[0]?.sha256,
  ]);
  expect(rows).toEqual([{ id: second.id }]);
});

test.each(['', ' ', 'with space', 'x'.repeat(256)])('a key that is none: "%s"', async (key) => {
  const response = await send(key, form([{ bytes: pdf('bad key') }]));
  if (key.trim() === '') return expect([202, 400]).toContain(response.status);
  expect(await codeOf(response)).toEqual({ status: 400, code: 'invalid_request' });
});
