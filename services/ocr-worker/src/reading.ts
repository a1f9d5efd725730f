import type { Spool } from '@tender/storage';
import type { Logger } from '@tender/telemetry';
import type { KillPoint } from '@tender/tenders';
import type pg from 'pg';
import type { Readers } from './readers.ts';

/** What the handlers of this service read with. */
export interface Reading {
  /** Connections that act as `tender_worker`. */
  pool: pg.Pool;
  spool: Pick<Spool, 'open'>;
  readers: Readers;
  log: Pick<Logger, 'info' | 'warn'>;
  killPoint: KillPoint;
}
