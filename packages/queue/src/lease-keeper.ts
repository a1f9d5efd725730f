import { once } from 'node:events';
import { Worker as Thread } from 'node:worker_threads';
import type { Claim } from './job.ts';
import type { FromKeeper, KeeperData, ToKeeper } from './keeper-messages.ts';

/** The worker's side of the lease keeper's thread. */
export interface LeaseKeeper {
  /** Extends the claim from now on, for at most `timeoutMs`. */
  hold(claim: Claim, timeoutMs: number): void;
  drop(id: string): void;
  /** Says goodbye and ends the thread; waits at most 5 s for it. */
  stop(): Promise<void>;
}

/**
 * Starts the thread and resolves when it is registered with the database. A thread that dies is the end of all claims:
 * `onLost` gets them, and `onDeath` the error.
 */
export async function startLeaseKeeper(
  data: KeeperData,
  on: {
    lost(ids: string[]): void;
    ready(hasLock: boolean): void;
    beatFailed(error: string): void;
    death(error: Error): void;
  },
): Promise<LeaseKeeper> {
  const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
  const thread = new Thread(new URL(`./keeper-thread.${extension}`, import.meta.url), { workerData: data });
  let stopped = false;
  const registered = Promise.withResolvers<void>();
  thread.on('message', (message: FromKeeper) => {
    if (message.kind === 'ready') {
      on.ready(message.hasLock);
      registered.resolve();
    } else if (message.kind === 'lost') on.lost(message.ids);
    else if (message.kind === 'beat' && !message.ok) on.beatFailed(message.error ?? '');
  });
  thread.on('error', (error: Error) => {
    registered.reject(error);
    on.death(error);
  });
  thread.on('exit', () => {
    if (!stopped) on.death(new Error('the lease keeper ended'));
    registered.reject(new Error('the lease keeper ended'));
  });
  await registered.promise;
  const send = (message: ToKeeper): void => thread.postMessage(message);
  return {
    hold: (claim, timeoutMs) => send({ kind: 'hold', id: claim.id, token: claim.token, timeoutMs }),
    drop: (id) => send({ kind: 'drop', id }),
    async stop() {
      if (stopped) return;
      stopped = true;
      const ended = once(thread, 'exit');
      send({ kind: 'stop' });
      const timer = setTimeout(() => void thread.terminate(), 5_000);
      await ended;
      clearTimeout(timer);
    },
  };
}
