import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { boundaries } from './checks/boundaries.ts';
import type { Check } from './checks/check.ts';
import { composeFile } from './checks/compose-file.ts';
import { docsCommands } from './checks/docs-commands.ts';
import { docsLinks } from './checks/docs-links.ts';
import { errorCodes } from './checks/error-codes.ts';
import { licences } from './checks/licences.ts';
import { lockfile } from './checks/lockfile.ts';
import { privateNames } from './checks/private-names.ts';

/**
 * `npm run check`: everything short of the tests. All steps run, also after one has failed; each is a line, and what
 * failed is shown below it. Exit code 1 if any did.
 */
const root = fileURLToPath(new URL('..', import.meta.url));

const tools: Check[] = [
  tool('types', 'tsc', '-p', 'tsconfig.json'),
  tool('types of the web app', 'tsc', '-p', 'services/web'),
  tool('format and lint', 'biome', 'ci', '--colors=off', '--error-on-warnings', '.'),
  tool('nothing unused', 'knip'),
  tool('nothing twice', 'jscpd'),
];
const checks: Check[] = [
  ...tools,
  lockfile,
  licences,
  boundaries,
  privateNames,
  composeFile,
  docsLinks,
  docsCommands,
  errorCodes,
];

let failed = 0;
for (const check of checks) {
  const problems = await check.run(root);
  process.stdout.write(`${problems.length === 0 ? 'ok  ' : 'FAIL'} ${check.name}\n`);
  for (const problem of problems) process.stdout.write(`     ${problem}\n`);
  if (problems.length > 0) failed++;
}
process.stdout.write(`\n${checks.length - failed} checks passed, ${failed} failed\n`);
process.exitCode = failed === 0 ? 0 : 1;

/** A program of node_modules/.bin, which npm puts on the PATH; its output is the list of problems. */
function tool(name: string, command: string, ...args: string[]): Check {
  return {
    name: `${name} (${command})`,
    async run(cwd) {
      const child = spawn(command, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
      let output = '';
      child.stdout.on('data', (chunk) => {
        output += chunk;
      });
      child.stderr.on('data', (chunk) => {
        output += chunk;
      });
      const [code] = await once(child, 'close');
      return code === 0 ? [] : output.trimEnd().split('\n');
    },
  };
}
