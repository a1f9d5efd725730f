import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Check } from './check.ts';
import { trackedFiles } from './tracked-files.ts';

const TEXT =
  /\.(c?m?[jt]sx?|json|md|sql|ya?ml|sh|css|html|svg|toml|conf|example|txt)$|(^|\/)(Dockerfile|run|LICENSE|\.[a-z]+)$/;

/** Each with what it would give away. Example hosts of RFC 2606 and this machine's own names are fine. */
const FORBIDDEN: [RegExp, string][] = [
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----/, 'a private key'],
  [/\bAKIA(?!IOSFODNN7EXAMPLE)[0-9A-Z]{16}\b/, 'an AWS key'],
  [/\bsk-[A-Za-z0-9_-]{32,}/, 'a model provider’s key'],
  [/\bghp_[A-Za-z0-9]{36}\b/, 'a GitHub token'],
  [/(?<![\w.])\/(home|Users)\/(?!node\b)[a-z][\w-]*\//, 'a path on somebody’s machine'],
  [/\bhttps?:\/\/[\w.-]+\.(internal|corp|lan)\b(?!\/?['"`].*(test|example))/, 'a private host'],
];

/** No file holds a secret, a path of one machine or the name of a private host. */
export const privateNames: Check = {
  name: 'no secrets, machine paths or private hosts in files',
  async run(root) {
    const problems: string[] = [];
    for (const file of await trackedFiles(root)) {
      if (!TEXT.test(file) || file.endsWith('.test.ts')) continue;
      const text = await readFile(join(root, file), 'utf8');
      for (const [pattern, what] of FORBIDDEN) {
        const match = pattern.exec(text);
        if (match !== null) {
          problems.push(`${file}:${text.slice(0, match.index).split('\n').length}: ${what}`);
        }
      }
    }
    return problems;
  },
};
