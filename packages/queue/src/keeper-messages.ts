/** From the worker to its lease keeper's thread. Times are ms. */
export type ToKeeper =
  | { kind: 'hold'; id: string; token: string; timeoutMs: number }
  | { kind: 'drop'; id: string }
  | { kind: 'stop' };

/** From the thread back. */
export type FromKeeper =
  | { kind: 'ready'; hasLock: boolean }
  | { kind: 'lost'; ids: string[] }
  | { kind: 'beat'; ok: boolean; error?: string }
  | { kind: 'stopped' };

export interface KeeperData {
  connectionString: string;
  workerId: string;
  service: string;
  host: string;
  pid: number;
  types: string[];
  leaseMs: number;
  heartbeatMs: number;
}
