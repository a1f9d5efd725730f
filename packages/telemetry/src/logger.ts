import { type DestinationStream, type Logger, pino, stdTimeFunctions } from 'pino';
import { z } from 'zod';

export type { Logger } from 'pino';

/** The levels of LOG_LEVEL, for a service's config schema. */
export const logLevelSchema = z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']);
export type LogLevel = z.infer<typeof logLevelSchema>;

/** Names whose values never reach the log, at the top and up to two objects down. */
const SECRET_NAMES = [
  'apiKey',
  'api_key',
  'authorization',
  'connectionString',
  'cookie',
  'DATABASE_URL',
  'MIGRATE_DATABASE_URL',
  'OPENAI_API_KEY',
  'operatorKey',
  'password',
  'S3_SECRET_ACCESS_KEY',
  'secret',
  'secretAccessKey',
  '["set-cookie"]',
  'token',
];

/**
 * A logger of one JSON object a line, on stdout unless `destination` says otherwise.
 *
 * Promises: ISO times in UTC, the level as a word, `service` on every line, errors under `err` with type,
 * message and stack, and no value under one of the known secret names. It does not look for secrets inside
 * texts: a message or an error text with a key in it is written as it is, so don't build one.
 */
export function createLogger(options: {
  service: string;
  level?: LogLevel;
  destination?: DestinationStream;
}): Logger {
  const settings = {
    level: options.level ?? 'info',
    base: { service: options.service, pid: process.pid },
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    redact: { paths: redactedPaths(SECRET_NAMES), censor: '[redacted]' },
  };
  return options.destination === undefined ? pino(settings) : pino(settings, options.destination);
}

function redactedPaths(names: string[]): string[] {
  return ['', '*', '*.*'].flatMap((parent) =>
    names.map((name) => (parent === '' || name.startsWith('[') ? `${parent}${name}` : `${parent}.${name}`)),
  );
}
