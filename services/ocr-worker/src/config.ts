import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { logLevelSchema } from '@tender/telemetry';
import { z } from 'zod';

const duration = z.string().regex(/^\d+(ms|s|m|h)$/, 'it should be a duration like 60s or 5m');

/** The variables of this service; those of the object store are read by @tender/storage. */
export const configSchema = z.object({
  DATABASE_URL: z.url({
    protocol: /^postgres(ql)?$/,
    error: 'it should be the URL of the database, like postgres://user:password@host:5432/tender',
  }),
  /** The role each connection acts under; empty when the URL's user is that role itself. */
  DATABASE_ROLE: z.enum(['tender_worker', '']).default('tender_worker'),
  /** Pages read at once, each in a child process of its own. */
  OCR_CONCURRENCY: z.coerce.number().int().min(1).max(64).default(1),
  SPOOL_DIR: z.string().default(join(tmpdir(), 'tender-ocr-worker')),
  SPOOL_MAX_BYTES: z.coerce.number().int().min(1).default(4_294_967_296),
  /** Of /healthz, /readyz and /metrics; none when unset. */
  OPS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  QUEUE_LEASE: duration.default('60s'),
  QUEUE_HEARTBEAT: duration.default('10s'),
  LOG_LEVEL: logLevelSchema.default('info'),
});
