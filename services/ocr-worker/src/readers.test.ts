import type { Reader } from '@tender/ocr';
import { expect, test } from 'vitest';
import { createReaders } from './readers.ts';

function fakes() {
  const closed: number[] = [];
  let made = 0;
  const create = (): Reader => {
    made += 1;
    const mine = made;
    const never = (): never => {
      throw new Error('not asked for');
    };
    return { inspect: never, readPage: never, renderPage: never, close: async () => void closed.push(mine) };
  };
  return { create, closed };
}

test('a reader is lent to one at a time, and given on when it is free', async () => {
  const readers = createReaders(2, fakes().create);
  const { promise: held, resolve: free } = Promise.withResolvers<void>();
  const seen: Reader[] = [];
  const hold = (reader: Reader): Promise<void> => {
    seen.push(reader);
    return held;
  };
  const both = [readers.with(hold), readers.with(hold)];
  const third = readers.with(async (reader) => void seen.push(reader));
  await Promise.resolve();
  expect(new Set(seen).size).toBe(2);
  expect(seen).toHaveLength(2);
  free();
  await Promise.all([...both, third]);
  expect(seen).toHaveLength(3);
  expect(new Set(seen).size).toBe(2);
});

test('a job that throws gives its reader back', async () => {
  const readers = createReaders(1, fakes().create);
  await expect(readers.with(() => Promise.reject(new Error('x')))).rejects.toThrow('x');
  await readers.with(async () => {});
});

test('closing closes all', async () => {
  const { create, closed } = fakes();
  await createReaders(3, create).close();
  expect(closed.sort()).toEqual([1, 2, 3]);
});
