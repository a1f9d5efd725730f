import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Check } from './check.ts';

const lock = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      license: z.string().optional(),
      dev: z.boolean().optional(),
      link: z.boolean().optional(),
    }),
  ),
});

/** Licences that a product under Apache-2.0 may ship with, given the notices. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'PostgreSQL',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

/** Every package that is shipped (not only used to build and test) has a licence from the list above. */
export const licences: Check = {
  name: 'licences of shipped packages',
  async run(root) {
    const { packages } = lock.parse(JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')));
    return Object.entries(packages).flatMap(([path, entry]) => {
      const name = path.split('node_modules/').at(-1) ?? '';
      const ours = !path.includes('node_modules/') || entry.link === true;
      if (ours || entry.dev === true || isAllowed(entry.license)) return [];
      return [`${name}@${entry.version} has the licence ${entry.license ?? '(none named)'}`];
    });
  },
};

/** Reads the simple SPDX expressions that packages use: one name, or names joined by OR or AND. */
export function isAllowed(expression: string | undefined): boolean {
  if (expression === undefined) return false;
  const plain = expression.replace(/[()]/g, '').trim();
  if (plain.includes(' AND ')) return plain.split(' AND ').every((part) => isAllowed(part));
  return plain.split(' OR ').some((part) => ALLOWED.has(part.trim()));
}
