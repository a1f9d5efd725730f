import { RetryAfter } from '@tender/queue';
import {
  ChecksumMismatchError,
  LengthMismatchError,
  ObjectNotFoundError,
  StorageFullError,
  StorageRefusedError,
  StorageUnavailableError,
} from '@tender/storage';
import { expect, test } from 'vitest';
import { openDocument } from './open-document.ts';

const document = { tenantId: '7', sha256: 'a'.repeat(64) };

async function thrownFor(error: Error, attempt = 1): Promise<unknown> {
  const spool = { open: () => Promise.reject(error) };
  return await openDocument(spool, document, { signal: new AbortController().signal, attempt }).catch(
    (thrown: unknown) => thrown,
  );
}

test('the copy is of the tenant, by its hash', async () => {
  const opened = { path: 'p', release: () => {} };
  const asked: string[] = [];
  const spool = {
    async open(key: string, sha256: string) {
      asked.push(key, sha256);
      return opened;
    },
  };
  const given = { signal: new AbortController().signal, attempt: 1 };
  expect(await openDocument(spool, document, given)).toBe(opened);
  expect(asked).toEqual([`tenants/7/documents/${document.sha256}.pdf`, document.sha256]);
});

test.each([
  [new ObjectNotFoundError('k'), 'object_missing'],
  [new ChecksumMismatchError('k', 'a', 'b'), 'object_corrupt'],
  [new LengthMismatchError('k', 1, 2), 'object_corrupt'],
])('%s: the document is lost', async (error, code) => {
  expect(await thrownFor(error)).toMatchObject({ name: 'ObjectLost', code });
});

test('a store that is away or overloaded is tried again later: when it says, or after longer and longer', async () => {
  const delays: number[] = [];
  for (const [error, attempt] of [
    [new StorageUnavailableError('x', { retryAfterMs: 2_000 }), 3],
    [new StorageUnavailableError('x'), 1],
    [new StorageUnavailableError('x'), 3],
    [new StorageFullError('x'), 1],
  ] as const) {
    const thrown = await thrownFor(error, attempt);
    expect(thrown).toBeInstanceOf(RetryAfter);
    delays.push(thrown instanceof RetryAfter ? thrown.delayMs : Number.NaN);
  }
  const [asked = 0, first = 0, third = 0, full = 0] = delays;
  expect(asked).toBeGreaterThanOrEqual(2_000);
  expect(asked).toBeLessThanOrEqual(2_500);
  expect(first).toBeGreaterThanOrEqual(15_000);
  expect(third).toBeGreaterThanOrEqual(240_000);
  expect(full).toBeGreaterThanOrEqual(15_000);
});

test('what else goes wrong is left to the queue', async () => {
  const refused = new StorageRefusedError('x');
  expect(await thrownFor(refused)).toBe(refused);
});
