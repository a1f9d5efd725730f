import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import type { Answer, Ask } from './child-messages.ts';
import type { Limits } from './limits.ts';

/** Why a request got no answer: its child was killed for it, or died of it. */
export class ChildLost extends Error {
  override name = 'ChildLost';
  readonly code: 'page_timeout' | 'out_of_memory' | 'renderer_crashed' | 'aborted';
  constructor(code: ChildLost['code']) {
    super(code);
    this.code = code;
  }
}

export interface Child {
  /** One request at a time. @throws ChildLost, or the signal's reason */
  ask(ask: Ask, seconds: number, signal?: AbortSignal): Promise<Answer>;
  close(): void;
}

/** A child process that is started when needed, killed when a request overruns a limit, and replaced for the next. */
export function createChild(limits: Limits): Child {
  let child: ChildProcess | null = null;
  let count = 0;
  let closed = false;

  function started(): ChildProcess {
    if (child?.connected && child.exitCode === null) return child;
    const { PATH, TMPDIR } = process.env;
    const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
    child = fork(new URL(`./child.${extension}`, import.meta.url), {
      // Nothing of the service's environment: it holds secrets, the documents may be hostile.
      env: { ...(PATH !== undefined && { PATH }), ...(TMPDIR !== undefined && { TMPDIR }) },
      execArgv: [`--max-old-space-size=${limits.memoryMib}`],
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    return child;
  }

  function kill(): void {
    child?.kill('SIGKILL');
    child = null;
  }

  return {
    async ask(ask, seconds, signal) {
      signal?.throwIfAborted();
      if (closed) throw new ChildLost('aborted');
      const mine = started();
      count += 1;
      const id = count;
      const answered = Promise.withResolvers<Answer>();
      const onMessage = (answer: Answer): void => {
        if (answer.id === id) answered.resolve(answer);
      };
      const onExit = (): void => {
        if (child === mine) child = null;
        answered.reject(new ChildLost('renderer_crashed'));
      };
      const lose = (error: unknown): void => {
        answered.reject(error);
        kill();
      };
      const onAbort = (): void => lose(signal?.reason);
      mine.on('message', onMessage);
      mine.once('exit', onExit);
      mine.once('error', onExit);
      signal?.addEventListener('abort', onAbort, { once: true });
      const deadline = setTimeout(() => lose(new ChildLost('page_timeout')), seconds * 1_000);
      const memory = setInterval(async () => {
        if ((await residentMib(mine.pid)) > limits.memoryMib) lose(new ChildLost('out_of_memory'));
      }, 250);
      try {
        mine.send({ ...ask, id, limits });
        return await answered.promise;
      } finally {
        clearTimeout(deadline);
        clearInterval(memory);
        signal?.removeEventListener('abort', onAbort);
        mine.off('message', onMessage);
        mine.off('exit', onExit);
        mine.off('error', onExit);
      }
    },
    close() {
      closed = true;
      kill();
    },
  };
}

/** Resident memory by /proc, in MiB; 0 where there is none, and the heap's own limit must do. */
async function residentMib(pid: number | undefined): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+) kB/.exec(text)?.[1] ?? 0) / 1_024;
}
