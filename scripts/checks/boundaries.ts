import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Check } from './check.ts';
import { trackedFiles } from './tracked-files.ts';

/** Packages that must be usable alone: they import none of the others. */
const ALONE = ['queue', 'ocr', 'extraction', 'storage', 'telemetry', 'postgres-local'];

/**
 * Arrows go downwards: the packages above import no sibling, no package imports a service, and nobody reaches past
 * another workspace's index.
 */
export const boundaries: Check = {
  name: 'packages import only what they may',
  async run(root) {
    const problems: string[] = [];
    for (const file of await trackedFiles(
      root,
      'packages/*.ts',
      'services/*.ts',
      'services/*.tsx',
      'infra/*.ts',
    )) {
      const [top = '', workspace = ''] = file.split('/');
      for (const target of importsIn(await readFile(join(root, file), 'utf8'))) {
        const problem = judge({ top, workspace, isTest: /\.test\.tsx?$/.test(file), file, target });
        if (problem !== null) problems.push(`${file}: ${problem}`);
      }
    }
    return problems;
  },
};

function judge(from: {
  top: string;
  workspace: string;
  isTest: boolean;
  file: string;
  target: string;
}): string | null {
  const { top, workspace, isTest, file, target } = from;
  const sibling = /^@tender\/([\w-]+)(\/.*)?$/.exec(target);
  if (sibling !== null) {
    const [, name = '', inside] = sibling;
    if (inside !== undefined) return `${target} reaches past the package's index`;
    if (name === workspace) return `${target} imports its own package by name`;
    if (top === 'packages' && ALONE.includes(workspace) && !(isTest && name === 'postgres-local')) {
      return `${target}: ${workspace} imports no sibling`;
    }
    if (
      top === 'packages' &&
      ['api', 'ocr-worker', 'extract-worker', 'web'].includes(name) &&
      workspace !== 'e2e'
    ) {
      return `${target}: packages import no service`;
    }
    return null;
  }
  if (!target.startsWith('.')) return null;
  const depth = file.split('/').length - 2;
  const climbs = (target.match(/\.\.\//g) ?? []).length;
  return climbs >= depth ? `${target} leaves its workspace` : null;
}

/** Module names of static and dynamic imports and re-exports. */
export function importsIn(source: string): string[] {
  const found = source.matchAll(
    /(?:^\s*(?:import|export)\b[^'"`;]*?\bfrom\s*|^\s*import\s*|\bimport\()['"]([^'"]+)['"]/gm,
  );
  return [...found].map((match) => match[1] ?? '');
}
