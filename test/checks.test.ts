import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { boundaries, importsIn } from '../scripts/checks/boundaries.ts';
import { imagesIn, isWhole, judge } from '../scripts/checks/compose-file.ts';
import { commandsIn, docsCommands } from '../scripts/checks/docs-commands.ts';
import { anchorsIn, docsLinks, linksIn } from '../scripts/checks/docs-links.ts';
import { codesIn, errorCodes } from '../scripts/checks/error-codes.ts';
import { isAllowed, licences } from '../scripts/checks/licences.ts';
import { lockfile } from '../scripts/checks/lockfile.ts';
import { privateNames } from '../scripts/checks/private-names.ts';
import { count } from '../scripts/run-vitest.ts';

/** The checks of `npm run check`, each on a repository made for it: one that can't fail would prove nothing. */
let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'tender-checks-'));
  await promisify(execFile)('git', ['init', '-q'], { cwd: root });
});
afterEach(async () => {
  await rm(root, { recursive: true, force: true });
});

async function write(files: Record<string, string>): Promise<void> {
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), text);
  }
}

describe('lock file', () => {
  const entry = { version: '1.0.0', integrity: 'sha512-x', license: 'MIT' };
  async function problemsOf(packages: Record<string, unknown>, lockfileVersion = 3): Promise<string[]> {
    await write({ 'package-lock.json': JSON.stringify({ lockfileVersion, packages }) });
    return await lockfile.run(root);
  }

  test('accepts hashes without addresses, and links to workspaces', async () => {
    const packages = {
      '': {},
      'node_modules/a': entry,
      'node_modules/@tender/b': { resolved: 'packages/b', link: true },
    };
    await expect(problemsOf(packages)).resolves.toEqual([]);
  });
  test('finds an address, a missing hash, an old format', async () => {
    await expect(
      problemsOf({
        'node_modules/a': { ...entry, resolved: 'https://registry.example/a.tgz' },
        'node_modules/b': { version: '1.0.0' },
        'node_modules/c': { resolved: 'file:///somewhere', link: true },
      }),
    ).resolves.toHaveLength(3);
    await expect(problemsOf({}, 2)).resolves.toHaveLength(1);
  });

  test('licences: of what is shipped, by name', async () => {
    await write({
      'package-lock.json': JSON.stringify({
        packages: {
          'node_modules/good': entry,
          'node_modules/tool': { ...entry, license: 'GPL-3.0', dev: true },
          'node_modules/bad': { ...entry, license: 'GPL-3.0' },
          'node_modules/a/node_modules/none': { version: '2.0.0' },
        },
      }),
    });
    await expect(licences.run(root)).resolves.toEqual([
      'bad@1.0.0 has the licence GPL-3.0',
      'none@2.0.0 has the licence (none named)',
    ]);
  });
  test.each([
    ['MIT', true],
    ['(MIT OR GPL-3.0)', true],
    ['(MIT AND Zlib)', true],
    ['MIT AND GPL-3.0', false],
    ['SEE LICENSE IN LICENSE', false],
    [undefined, false],
  ])('licence %s: %s', (expression, allowed) => {
    expect(isAllowed(expression)).toBe(allowed);
  });
});

describe('docs', () => {
  test('links that lead somewhere, and those that do not', async () => {
    await write({
      'README.md':
        '[a](docs/a.md#the-part) [b](docs/none.md) [c](docs/a.md#none) [w](https://example.org/x) `[no](x)`',
      'docs/a.md': '# A\n\n## The *part*\n\n[up](../README.md) [out](../../x) <img src="none.png">\n',
    });
    await expect(docsLinks.run(root)).resolves.toEqual([
      'README.md: docs/none.md leads nowhere',
      'README.md: docs/a.md has no heading #none',
      'docs/a.md: ../../x leads nowhere',
      'docs/a.md: none.png leads nowhere',
    ]);
  });
  test('links are read outside code only', () => {
    expect(linksIn('[a](b "t") ![i](<c>)\n```\n[no](no)\n```\n[r]: d\n<a href="e">')).toEqual([
      'b',
      'c',
      'd',
      'e',
    ]);
  });
  test('headings get the ids that GitHub gives them', () => {
    expect([...anchorsIn('# One & two\n## `npm run x`\n## Same\n## Same\n### [L](y) — ü')]).toEqual([
      'one--two',
      'npm-run-x',
      'same',
      'same-1',
      'l--ü',
    ]);
  });

  test('commands that are there, and those that are not', async () => {
    await write({
      'package.json': '{"scripts":{"demo":"x","test":"x"}}',
      'packages/queue/package.json': '{"name":"@tender/queue","scripts":{"build":"x"}}',
      'scripts/a.ts': '',
      'README.md':
        '`npm run demo -- --once` `npm run none` `npm run build -w @tender/queue` `npm run demo -w packages/queue`\n' +
        '```sh\nnpm ci && npm test\nnode scripts/a.ts\nnode scripts/b.ts --x\n```\nprose: npm run prose\n',
    });
    await expect(docsCommands.run(root)).resolves.toEqual([
      'README.md: there is no file scripts/b.ts',
      'README.md: there is no script "none" in .',
      'README.md: there is no script "demo" in packages/queue',
    ]);
  });
  test('prose is no command', () => {
    expect(commandsIn('npm run prose, node a/b.ts')).toEqual([]);
  });
});

describe('error codes', () => {
  const source = `
    export class AError extends Error { readonly code = 'a_code'; }
    export class BError extends Error { readonly code: 'b_one' | 'b_two'; }
    export class CError extends Error { override readonly code: string = 'c_code'; }`;

  test('are read from classes', () => {
    expect(codesIn(source)).toEqual(['a_code', 'c_code', 'b_one', 'b_two']);
  });
  test('are in the table, and the table has no others', async () => {
    await write({
      'packages/a/src/errors.ts': source,
      'docs/errors.md':
        '| code | meaning |\n|---|---|\n| `a_code` | x |\n| `gone_code` | x |\n\nAlso `b_one` and `c_code`.\n',
    });
    await expect(errorCodes.run(root)).resolves.toEqual([
      'packages/a/src/errors.ts: the code "b_two" is not in docs/errors.md',
      'docs/errors.md: nothing has the code "gone_code"',
    ]);
  });
});

describe('boundaries', () => {
  test('who may import whom', async () => {
    await write({
      'packages/queue/src/a.ts': `import { x } from '@tender/tenders';\nimport y from './b.ts';`,
      'packages/queue/src/a.test.ts': `import { p } from '@tender/postgres-local';`,
      'packages/tenders/src/a.ts': `import { q } from '@tender/queue';\nexport * from '@tender/queue/src/x.ts';\nimport '@tender/api';`,
      'packages/tenders/src/deep/b.ts': `import z from '../a.ts';\nimport w from '../../../queue/src/a.ts';`,
      'services/api/src/main.ts': `import {\n  a,\n  b,\n} from '@tender/tenders';\nawait import('@tender/api');`,
    });
    await expect(boundaries.run(root)).resolves.toEqual([
      'packages/queue/src/a.ts: @tender/tenders: queue imports no sibling',
      "packages/tenders/src/a.ts: @tender/queue/src/x.ts reaches past the package's index",
      'packages/tenders/src/a.ts: @tender/api: packages import no service',
      'packages/tenders/src/deep/b.ts: ../../../queue/src/a.ts leaves its workspace',
      'services/api/src/main.ts: @tender/api imports its own package by name',
    ]);
  });
  test('imports are found in every form', () => {
    const forms = `import a from 'a';\nimport 'b';\nexport { c } from 'c';\nimport type { d } from "d";\nconst e = await import('e');`;
    expect(importsIn(forms).sort()).toEqual(['a', 'b', 'c', 'd', 'e']);
  });
});

test('secrets and private names are found', async () => {
  const key = ['-----BEGIN', 'PRIVATE KEY-----'].join(' ');
  await write({
    'a.ts': `// fine: http://minio:9000, /usr/bin\n`,
    'b.ts': `const key = \`${key}\`;`,
    'c.md': 'see \n/home/somebody/work',
    'd.yml': 'url: https://packages.corp/x',
  });
  await expect(privateNames.run(root)).resolves.toEqual([
    'b.ts:1: a private key',
    'c.md:2: a path on somebody’s machine',
    'd.yml:1: a private host',
  ]);
});

describe('containers', () => {
  const hardened = {
    image: 'docker.io/library/postgres:18',
    user: '999:999',
    init: true,
    read_only: true,
    cap_drop: ['ALL'],
    cap_add: [],
    security_opt: ['no-new-privileges:true'],
    ports: ['127.0.0.1:8080:8080'],
    volumes: ['data:/data'],
    restart: 'unless-stopped',
    healthcheck: {},
    mem_limit: '1g',
    cpus: 1,
    pids_limit: 100,
  };
  test('a hardened one is fine', () => {
    expect(judge('api', hardened)).toEqual([]);
  });
  test.each([
    [{ image: 'postgres:18' }],
    [{ image: 'docker.io/library/postgres' }],
    [{ image: 'docker.io/library/postgres:latest' }],
    [{ user: undefined }],
    [{ user: '0:0' }],
    [{ user: '1000:0' }],
    [{ init: undefined }],
    [{ read_only: undefined }],
    [{ privileged: true }],
    [{ cap_drop: [] }],
    [{ cap_add: ['CHOWN'] }],
    [{ security_opt: [] }],
    [{ ports: ['8080:8080'] }],
    [{ ports: ['0.0.0.0:8080:8080'] }],
    [{ volumes: ['/var/run/docker.sock:/var/run/docker.sock'] }],
    [{ restart: undefined }],
    [{ healthcheck: undefined }],
    [{ mem_limit: undefined }],
    [{ cpus: undefined }],
    [{ pids_limit: undefined }],
  ])('%j is not', (change) => {
    expect(judge('api', { ...hardened, ...change })).toHaveLength(1);
  });
  test.each([
    ['quay.io/minio/minio:RELEASE.2025-09-07T16-13-09Z', true],
    [`\${S3_IMAGE:-quay.io/minio/minio:RELEASE.2025-09-07T16-13-09Z}`, true],
    ['localhost/tender-pipeline:local', true],
    [`docker.io/library/node@sha256:${'a'.repeat(64)}`, true],
    [`\${S3_IMAGE}`, false],
    [`\${S3_IMAGE:-minio/minio:1}`, false],
    ['library/node:24', false],
  ])('image %s: %s', (image, whole) => {
    expect(isWhole(image)).toBe(whole);
  });
  test('the images of a Dockerfile', () => {
    const text = `ARG BASE=docker.io/a/b:1\nFROM \${BASE} AS one\nFROM one AS two\nFROM $BASE\nFROM node:24\nCOPY --from=one / /`;
    expect(imagesIn(text)).toEqual(['docker.io/a/b:1', 'docker.io/a/b:1', 'node:24']);
  });
});

describe('counting tests', () => {
  const file = (status: string, ...tests: string[]): object => ({
    status,
    assertionResults: tests.map((test) => ({ status: test })),
  });
  test.each([
    [
      'all well',
      { numPassedTests: 2, numFailedTests: 0, testResults: [file('passed', 'passed', 'passed')] },
      true,
      { passed: 2, failed: 0 },
    ],
    [
      'a failed test',
      { numPassedTests: 1, numFailedTests: 1, testResults: [file('failed', 'passed', 'failed')] },
      false,
      { passed: 1, failed: 1 },
    ],
    [
      'a file that can not be loaded',
      { numPassedTests: 1, numFailedTests: 0, testResults: [file('passed', 'passed'), file('failed')] },
      false,
      { passed: 1, failed: 1 },
    ],
    [
      'an error outside any test',
      { numPassedTests: 1, numFailedTests: 0, testResults: [file('passed', 'passed')] },
      false,
      { passed: 1, failed: 1 },
    ],
    [
      'nothing ran',
      { numPassedTests: 0, numFailedTests: 0, testResults: [] },
      true,
      { passed: 0, failed: 1 },
    ],
  ])('%s', (_name, report, content, expected) => {
    expect(count(JSON.stringify(report), content)).toEqual(expected);
  });
  test('a run that wrote no report', () => {
    expect(count(null, true)).toEqual({ passed: 0, failed: 1 });
  });
});
