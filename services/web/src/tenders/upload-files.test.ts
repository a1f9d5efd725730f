import { expect, test } from 'vitest';
import { formatBytes, newIdempotencyKey, withFiles } from './upload-files.ts';

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1_000, '1.0 kB'],
  [9_940, '9.9 kB'],
  [45_300, '45 kB'],
  [999_600, '1.0 MB'],
  [2_500_000_000, '2.5 GB'],
  [1_250_000_000_000, '1250 GB'],
])('%d bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});

test('a file dropped twice goes once, one that changed goes too', () => {
  const a = new File(['x'], 'a.pdf', { lastModified: 1 });
  const again = new File(['x'], 'a.pdf', { lastModified: 1 });
  const changed = new File(['x'], 'a.pdf', { lastModified: 2 });
  expect(withFiles([a], [again, changed])).toEqual([a, changed]);
  expect(withFiles([], [a, again])).toHaveLength(1);
});

test('idempotency keys differ', () => {
  expect(newIdempotencyKey()).toMatch(/^[0-9a-f]{32}$/);
  expect(newIdempotencyKey()).not.toBe(newIdempotencyKey());
});
