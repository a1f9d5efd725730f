import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { problemKinds } from './problem-kinds.ts';

test('docs/errors.md has each kind of problem with its status', async () => {
  const docs = await readFile(new URL('../../../../docs/errors.md', import.meta.url), 'utf8');
  const documented = [...docs.matchAll(/^\| `(\w+)` \| (\d{3}) \|/gm)].map(
    ([, code, status]) => `${status} ${code}`,
  );
  expect(documented.sort()).toEqual(problemKinds.map((kind) => `${kind.status} ${kind.code}`).sort());
});

test('no code stands for two kinds', () => {
  expect(new Set(problemKinds.map((kind) => kind.code)).size).toBe(problemKinds.length);
});
