import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Check } from './check.ts';

const lock = z.object({
  lockfileVersion: z.literal(3),
  packages: z.record(
    z.string(),
    z.object({
      resolved: z.string().optional(),
      integrity: z.string().optional(),
      link: z.boolean().optional(),
      inBundle: z.boolean().optional(),
    }),
  ),
});

/**
 * package-lock.json names no download address, so that an install takes the registry it is set up for, and has a
 * hash for each package from there.
 */
export const lockfile: Check = {
  name: 'package-lock.json has hashes and no addresses',
  async run(root) {
    const parsed = lock.safeParse(JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')));
    if (!parsed.success) return ['package-lock.json is not of lockfileVersion 3'];
    return Object.entries(parsed.data.packages).flatMap(([path, entry]) => {
      if (entry.resolved !== undefined && (entry.link !== true || /^[a-z+]+:/i.test(entry.resolved))) {
        return [`package-lock.json: ${path} is resolved to ${entry.resolved}`];
      }
      const external = path.includes('node_modules/') && entry.link !== true && entry.inBundle !== true;
      return external && entry.integrity === undefined
        ? [`package-lock.json: ${path} has no integrity hash`]
        : [];
    });
  },
};
