import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { logLevelSchema } from '@tender/telemetry';
import { z } from 'zod';

const MIB = 1_048_576;
const positive = z.coerce.number().int().min(1);

/**
 * The variables of this service. Those of the object store are read by @tender/storage: STORAGE_DIR, or S3_BUCKET and
 * its kin.
 */
export const configSchema = z.object({
  HOST: z.string().default('127.0.0.1'),
  /** 0 takes a free port. */
  PORT: z.coerce.number().int().min(0).max(65_535).default(8_080),
  DATABASE_URL: z.url({
    protocol: /^postgres(ql)?$/,
    error: 'it should be the URL of the database, like postgres://user:password@host:5432/tender',
  }),
  /** The role each connection acts under; empty when the URL's user is that role itself. */
  DATABASE_ROLE: z.enum(['tender_api', '']).default('tender_api'),
  DATABASE_POOL: positive.max(1_000).default(10),
  /** For files that are being received and copies of documents; belongs to this machine or container alone. */
  SPOOL_DIR: z.string().default(join(tmpdir(), 'tender-api')),
  SPOOL_MAX_BYTES: positive.default(2_048 * MIB),
  MAX_FILES: positive.max(1_000).default(100),
  MAX_FILE_BYTES: positive.default(512 * MIB),
  MAX_UPLOAD_BYTES: positive.default(2_048 * MIB),
  /** Longest pause in an upload, in seconds. */
  UPLOAD_IDLE_SECONDS: positive.default(60),
  /** Requests a minute of one key. */
  RATE_LIMIT: positive.default(1_200),
  /** Refused keys a minute from one address. */
  RATE_LIMIT_FAILURES: positive.default(30),
  /** Addresses of proxies whose X-Forwarded-For counts, comma-separated. */
  TRUST_PROXY: z.string().optional(),
  WEB_DIR: z.string().default(fileURLToPath(new URL('../../web/dist', import.meta.url))),
  LOG_LEVEL: logLevelSchema.default('info'),
});

export type Config = z.output<typeof configSchema>;
