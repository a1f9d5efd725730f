import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';

const telemetry = new URL('./index.ts', import.meta.url).href;

/** Runs a main in a process of its own, since it ends with the process. */
function run(main: string, options = '{}'): { child: ChildProcess; stdout(): string; stderr(): string } {
  const source = `
    import { ConfigError, readConfig, runMain, untilAborted } from ${JSON.stringify(telemetry)};
    setInterval(() => {}, 1_000);
    await runMain(async ({ signal, log }) => { ${main} }, ${options});
  `;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', source], { stdio: 'pipe' });
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  return { child, stdout: () => stdout, stderr: () => stderr };
}

/** Resolves with exit code and signal once the pipes are read to their end. */
async function ended(child: ChildProcess): Promise<unknown> {
  const [code] = await once(child, 'close');
  return code;
}

async function said(process: ReturnType<typeof run>, text: string): Promise<void> {
  while (!process.stdout().includes(text)) {
    if (process.child.exitCode !== null) throw new Error(`ended before "${text}": ${process.stderr()}`);
    await Promise.race([once(process.child.stdout ?? process.child, 'data'), once(process.child, 'exit')]);
  }
}

test('a main that returns ends the process with 0, whatever is still open', async () => {
  const { child } = run('');
  expect(await ended(child)).toBe(0);
});

test('the first SIGTERM aborts the signal, and main ends in its own time', async () => {
  const process = run(
    `log.info('up'); await untilAborted(signal); log.info('stopped'); await untilAborted(signal);`,
  );
  await said(process, '"up"');
  process.child.kill('SIGTERM');
  expect(await ended(process.child)).toBe(0);
  expect(process.stdout()).toContain('"stopped"');
});

test('a second signal ends the process at once', async () => {
  const process = run(
    `log.info('up'); await untilAborted(signal); log.info('stuck'); await new Promise(() => {});`,
  );
  await said(process, '"up"');
  process.child.kill('SIGINT');
  await said(process, '"stuck"');
  process.child.kill('SIGTERM');
  expect(await ended(process.child)).toBe(143);
});

test('stopping has a deadline', async () => {
  const process = run(`log.info('up'); await new Promise(() => {});`, '{ stopTimeout: 50 }');
  await said(process, '"up"');
  process.child.kill('SIGTERM');
  expect(await ended(process.child)).toBe(1);
  expect(process.stdout()).toContain('stopping took too long');
});

test('a wrong environment is one line on stderr and exit code 1', async () => {
  const process = run(`throw new ConfigError('PORT is wrong: it should be a number');`);
  expect(await ended(process.child)).toBe(1);
  expect(process.stderr()).toBe('PORT is wrong: it should be a number\n');
  expect(process.stdout()).toBe('');
});

test.each([
  ['throw new Error("broken")', 'failed'],
  ['Promise.reject(new Error("broken")); await new Promise(() => {});', 'an error reached nobody'],
  [
    'setImmediate(() => { throw new Error("broken") }); await new Promise(() => {});',
    'an error reached nobody',
  ],
])('an error ends the process with 1 and is logged whole: %s', async (main, message) => {
  const process = run(main, `{ service: 'ocr-worker' }`);
  expect(await ended(process.child)).toBe(1);
  const line = JSON.parse(process.stdout());
  expect(line).toMatchObject({ level: 'fatal', service: 'ocr-worker', err: { message: 'broken' } });
  expect(line.msg).toContain(message);
});
