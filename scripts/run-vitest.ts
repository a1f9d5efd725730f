import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';

/** The parts of vitest's JSON report that are counted. */
const report = z.object({
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  testResults: z.array(
    z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) }),
  ),
});

export interface TestCount {
  passed: number;
  failed: number;
}

/**
 * Runs vitest in the Node that runs this script, and counts. What fails without being a test (a file that can't be
 * loaded, an error outside any test, a run that was killed) counts as a failed test, so that 0 failed means all is well.
 */
export async function runVitest(args: string[]): Promise<TestCount> {
  const dir = await mkdtemp(join(tmpdir(), 'tender-vitest-'));
  const file = join(dir, 'report.json');
  try {
    const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
    const child = spawn(
      process.execPath,
      [vitest, 'run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...args],
      { stdio: 'inherit' },
    );
    const [code] = await once(child, 'exit');
    return count(await readFile(file, 'utf8').catch(() => null), code === 0);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** A pure function of the report's text (null: none was written) and of whether vitest was content. */
export function count(text: string | null, content: boolean): TestCount {
  if (text === null) return { passed: 0, failed: 1 };
  const { numPassedTests, numFailedTests, testResults } = report.parse(JSON.parse(text));
  const brokenFiles = testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  ).length;
  const failed = numFailedTests + brokenFiles;
  const nothingRan = numPassedTests + failed === 0;
  return { passed: numPassedTests, failed: failed === 0 && (!content || nothingRan) ? 1 : failed };
}

/** Prints the line that CI adds up, as the last one, and sets the exit code. */
export function finish({ passed, failed }: TestCount): void {
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
  process.exitCode = failed === 0 ? 0 : 1;
}
