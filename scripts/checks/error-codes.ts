import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Check } from './check.ts';
import { trackedFiles } from './tracked-files.ts';

const TABLE = 'docs/errors.md';

/**
 * Every code of an error class stands in docs/errors.md, as `code` in a table's first column or in the text, and
 * every code in a table's first column is one that the source knows.
 */
export const errorCodes: Check = {
  name: `${TABLE} lists the codes of the errors`,
  async run(root) {
    if (!existsSync(join(root, TABLE))) return [`${TABLE} is not there`];
    const table = await readFile(join(root, TABLE), 'utf8');
    const documented = new Set([...table.matchAll(/`([a-z][a-z0-9_]+)`/g)].map((match) => match[1] ?? ''));
    const listed = [...table.matchAll(/^\|\s*`([a-z][a-z0-9_]+)`/gm)].map((match) => match[1] ?? '');
    const problems: string[] = [];
    let source = '';
    for (const file of await trackedFiles(
      root,
      'packages/*.ts',
      'services/*.ts',
      'services/*.tsx',
      'packages/*.sql',
    )) {
      if (/\.test\.tsx?$|\/e2e\/|\/bench\//.test(file)) continue;
      const text = await readFile(join(root, file), 'utf8');
      source += text;
      for (const code of codesIn(text)) {
        if (!documented.has(code)) problems.push(`${file}: the code "${code}" is not in ${TABLE}`);
      }
    }
    for (const code of listed) {
      if (!new RegExp(`['"\`]${code}['"\`]`).test(source))
        problems.push(`${TABLE}: nothing has the code "${code}"`);
    }
    return problems;
  },
};

/**
 * Codes that a source text gives its error classes: `code = 'x'` in a class, and the union of a class's
 * `readonly code: 'x' | 'y'`.
 */
export function codesIn(source: string): string[] {
  const assigned = [...source.matchAll(/\breadonly code(?:: [^=;]+)? = '([a-z][a-z0-9_]+)'/g)].map(
    (match) => match[1] ?? '',
  );
  const unions = [...source.matchAll(/\breadonly code:\s*((?:\|?\s*'[a-z][a-z0-9_]+'\s*)+);/g)].flatMap(
    (match) => [...(match[1] ?? '').matchAll(/'([a-z][a-z0-9_]+)'/g)].map((code) => code[1] ?? ''),
  );
  return [...new Set([...assigned, ...unions])];
}
