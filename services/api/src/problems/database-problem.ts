import pg from 'pg';
import { Problem } from './problem.ts';

/** SQLSTATE classes of what passes: connection, transactions that got into each other's way, resources, operator intervention. */
const PASSING_CLASSES = ['08', '40', '53', '57'];

/** The system's words for a server that isn't there. */
const NETWORK_CODES = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
];

/** What `pg` throws without a code when a connection is lost, refused or waited for in vain. */
const PG_TEXTS = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error',
  'the database system is',
];

/** The database is away or overloaded: 503, worth another try. Null for every other error. */
export function databaseProblem(error: unknown): Problem | null {
  if (!isPassing(error)) return null;
  return new Problem('database_unavailable', 'The database does not answer. Try again in a moment.', {
    headers: { 'retry-after': '5' },
    cause: error,
  });
}

function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (error instanceof pg.DatabaseError) return PASSING_CLASSES.includes(code.slice(0, 2));
  if (error instanceof AggregateError) return error.errors.some(isPassing);
  return NETWORK_CODES.includes(code) || PG_TEXTS.some((text) => error.message.includes(text));
}
