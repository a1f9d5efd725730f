/**
 * A place where a test may end or stall this process, to show what a crash right there does. It does nothing unless
 * TENDER_TEST is '1' and TENDER_KILL_POINT names the place: `name[:action[:subject]]`. `kill` (default) is SIGKILL, `stop` is
 * SIGSTOP; with a subject (a sha256, an id) only that one's passing counts.
 */
export type KillPoint = (name: KillPointName, subject?: string) => void;

export const KILL_POINTS = [
  'claimed',
  'inspected',
  'page_read',
  'page_commit',
  'page_committed',
  'extracted',
  'extract_commit',
  'extract_committed',
] as const;
export type KillPointName = (typeof KILL_POINTS)[number];

const SIGNALS = { kill: 'SIGKILL', stop: 'SIGSTOP' } as const;

/** @param send ends or stalls this process */
export function createKillPoint(
  env: Record<string, string | undefined>,
  send: (signal: 'SIGKILL' | 'SIGSTOP') => void = (signal) => process.kill(process.pid, signal),
): KillPoint {
  const [name, action = 'kill', ...rest] = (env['TENDER_KILL_POINT'] ?? '').split(':');
  if (env['TENDER_TEST'] !== '1' || !name) return () => {};
  if (!KILL_POINTS.some((known) => known === name) || !(action === 'kill' || action === 'stop')) {
    throw new TypeError(`TENDER_KILL_POINT should be one of ${KILL_POINTS.join(', ')} with :kill or :stop.`);
  }
  const only = rest.join(':');
  return (passed, subject) => {
    if (passed === name && (only === '' || only === subject)) send(SIGNALS[action]);
  };
}
