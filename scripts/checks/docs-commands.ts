import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { z } from 'zod';
import type { Check } from './check.ts';
import { trackedFiles } from './tracked-files.ts';

const manifest = z.object({
  name: z.string().optional(),
  scripts: z.record(z.string(), z.string()).default({}),
});

/**
 * Every `npm run NAME`, `npm test` and `node PATH` that the docs tell a reader to type is there: the script in
 * the root's package.json (or in that of the workspace named by `-w`), the file in the repository.
 */
export const docsCommands: Check = {
  name: 'commands in the docs exist',
  async run(root) {
    const scripts = new Map<string, Record<string, string>>();
    for (const file of await trackedFiles(root, 'package.json', '**/package.json')) {
      const parsed = manifest.parse(JSON.parse(await readFile(join(root, file), 'utf8')));
      scripts.set(dirname(file), parsed.scripts);
      if (parsed.name !== undefined) scripts.set(parsed.name, parsed.scripts);
    }
    const problems: string[] = [];
    for (const file of await trackedFiles(root, '*.md')) {
      for (const command of commandsIn(await readFile(join(root, file), 'utf8'))) {
        if (command.kind === 'npm' && scripts.get(command.workspace)?.[command.name] === undefined) {
          problems.push(`${file}: there is no script "${command.name}" in ${command.workspace}`);
        }
        if (command.kind === 'node' && !existsSync(join(root, normalize(command.path)))) {
          problems.push(`${file}: there is no file ${command.path}`);
        }
      }
    }
    return problems;
  },
};

type Command = { kind: 'npm'; name: string; workspace: string } | { kind: 'node'; path: string };

/** What is written as code in a Markdown text and begins with `npm` or `node`. */
export function commandsIn(markdown: string): Command[] {
  const blocks = [...markdown.matchAll(/^(```|~~~)[^\n]*\n([\s\S]*?)^\1/gm)].map((match) => match[2] ?? '');
  const inline = [...markdown.replace(/^(```|~~~)[\s\S]*?^\1/gm, '').matchAll(/`([^`\n]+)`/g)].map(
    (match) => match[1] ?? '',
  );
  return [...blocks, ...inline].flatMap((code) => [
    ...[
      ...code.matchAll(/\bnpm (?:run |run-script )([a-z][\w:-]*)((?: +-w[= ]?\S+| +--workspace[= ]\S+)?)/g),
    ].map(
      (match): Command => ({
        kind: 'npm',
        name: match[1] ?? '',
        workspace: (match[2] ?? '').trim().replace(/^(-w|--workspace)[= ]?/, '') || '.',
      }),
    ),
    ...(/\bnpm (test|t)\b/.test(code)
      ? [{ kind: 'npm', name: 'test', workspace: '.' } satisfies Command]
      : []),
    ...[...code.matchAll(/\bnode ((?:[\w.-]+\/)+[\w.-]+\.(?:ts|mjs|js))\b/g)].map(
      (match): Command => ({ kind: 'node', path: match[1] ?? '' }),
    ),
  ]);
}
