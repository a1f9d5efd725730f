import { logLevelSchema } from '@tender/telemetry';
import { z } from 'zod';

const duration = z.string().regex(/^\d+(ms|s|m|h)$/, 'it should be a duration like 60s or 5m');

/** The variables that every worker service has; a service adds its own to this schema. */
export const workerConfigSchema = z.object({
  DATABASE_URL: z.url({
    protocol: /^postgres(ql)?$/,
    error: 'it should be the URL of the database, like postgres://user:password@host:5432/tender',
  }),
  /** The role each connection acts under; empty when the URL's user is that role itself. */
  DATABASE_ROLE: z.enum(['tender_worker', '']).default('tender_worker'),
  /** Of /healthz, /readyz and /metrics; none when unset, 0 takes a free one. */
  OPS_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  /** After how long a worker that has fallen silent loses its jobs; at least three heartbeats. */
  QUEUE_LEASE: duration.default('60s'),
  QUEUE_HEARTBEAT: duration.default('10s'),
  LOG_LEVEL: logLevelSchema.default('info'),
});

export type WorkerConfig = z.output<typeof workerConfigSchema>;
