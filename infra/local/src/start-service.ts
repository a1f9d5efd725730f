import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export type ServiceName = 'api' | 'ocr-worker' | 'extract-worker';

/** A service as a process of its own, with the Node that runs this one. */
export interface ServiceProcess {
  readonly service: ServiceName;
  readonly pid: number;
  readonly exited: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
  /** Resolves with the line once one fits; rejects when the process ends or `deadline` ms pass before. */
  line(
    what: string,
    fits: (entry: Record<string, unknown>) => boolean,
    deadline?: number,
  ): Promise<Record<string, unknown>>;
  kill(signal: NodeJS.Signals): void;
  /** SIGTERM, then SIGKILL after 40 s. */
  stop(): Promise<void>;
}

const ROOT = new URL('../../../', import.meta.url);
const KEPT_LINES = 2_000;

/**
 * @param env all the process gets beside PATH, HOME and TMPDIR: nothing of the caller's leaks in
 * @param onLine gets each line of its log, as parsed JSON where it is that
 */
export function startService(
  service: ServiceName,
  env: Record<string, string>,
  onLine: (entry: Record<string, unknown>) => void = () => {},
): ServiceProcess {
  const { PATH, HOME, TMPDIR } = process.env;
  const inherited = Object.fromEntries(
    Object.entries({ PATH, HOME, TMPDIR }).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    ),
  );
  const child = spawn(
    process.execPath,
    [
      '--import',
      new URL('./end-with-parent.ts', import.meta.url).href,
      fileURLToPath(new URL(`services/${service}/src/main.ts`, ROOT)),
    ],
    // A group of its own: Ctrl-C reaches the caller alone, who stops the services in order.
    { cwd: ROOT, env: { ...inherited, ...env }, stdio: ['pipe', 'pipe', 'pipe'], detached: true },
  );
  const lines: Record<string, unknown>[] = [];
  const watchers = new Set<(entry: Record<string, unknown>) => void>();
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (text) => {
      const entry = parsed(text);
      lines.push(entry);
      if (lines.length > KEPT_LINES) lines.shift();
      for (const watch of watchers) watch(entry);
      onLine(entry);
    });
  }
  child.stdin.on('error', () => {});
  const exited = once(child, 'exit').then(([code, signal]) => ({ code, signal }));
  const running = (): boolean => child.exitCode === null && child.signalCode === null;
  return {
    service,
    pid: child.pid ?? 0,
    exited,
    async line(what, fits, deadline = 60_000) {
      const known = lines.find(fits);
      if (known !== undefined) return known;
      const found = Promise.withResolvers<Record<string, unknown>>();
      const fail = (why: string): void =>
        found.reject(
          new Error(`${service}: ${why} before ${what}. Its last lines: ${JSON.stringify(lines.slice(-5))}`),
        );
      const watch = (entry: Record<string, unknown>): void => {
        if (fits(entry)) found.resolve(entry);
      };
      watchers.add(watch);
      const timer = setTimeout(() => fail(`${deadline} ms passed`), deadline);
      void exited.then(() => fail('ended'));
      try {
        return await found.promise;
      } finally {
        clearTimeout(timer);
        watchers.delete(watch);
      }
    },
    kill(signal) {
      if (running()) child.kill(signal);
    },
    async stop() {
      if (!running()) return;
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), 40_000);
      await exited;
      clearTimeout(timer);
    },
  };
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return { ...value };
  } catch {
    // Not JSON: a crash's stack, a warning.
  }
  return { text };
}
