import pg from 'pg';

/**
 * Listens for the hints that other sessions send: jobs to claim, jobs cancelled. A hint may be missed (while
 * reconnecting, behind a pooler), so whoever uses this also polls.
 */
export interface WakeUp {
  /** Resolves when the first attempt to listen has ended, well or not. */
  readonly tried: Promise<void>;
  stop(): Promise<void>;
}

export function startWakeUp(
  connectionString: string,
  on: { wake(type: string): void; cancel(jobId: string): void },
): WakeUp {
  let stopped = false;
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | null = null;

  const again = (): void => {
    if (!stopped) timer = setTimeout(() => void connect(), 1_000);
  };
  const connect = async (): Promise<void> => {
    const fresh = new pg.Client({
      connectionString,
      application_name: 'queue wake-up',
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    });
    let over = false;
    fresh.on('error', () => {
      if (over) return;
      over = true;
      again();
    });
    fresh.on('notification', (message) => {
      if (message.channel === 'queue_wake') on.wake(message.payload ?? '');
      else if (message.channel === 'queue_cancel') on.cancel(message.payload ?? '');
    });
    try {
      await fresh.connect();
      await fresh.query('listen queue_wake; listen queue_cancel');
      client = fresh;
      if (stopped) await fresh.end();
    } catch {
      if (!over) {
        over = true;
        again();
      }
      await fresh.end().catch(() => {});
    }
  };
  const tried = connect();
  return {
    tried,
    async stop() {
      stopped = true;
      if (timer !== null) clearTimeout(timer);
      await client?.end().catch(() => {});
    },
  };
}
