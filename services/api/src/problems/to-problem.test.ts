import { ObjectNotFoundError, StorageFullError, StorageUnavailableError } from '@tender/storage';
import pg from 'pg';
import { expect, test } from 'vitest';
import { Problem } from './problem.ts';
import { toProblem } from './to-problem.ts';

function withCode(code: string, message = 'x'): Error {
  return Object.assign(new Error(message), { code });
}

function database(code: string): Error {
  return Object.assign(new pg.DatabaseError('secret detail', 1, 'error'), { code });
}

const CASES: [what: string, error: unknown, code: string][] = [
  ['a refusal is itself', new Problem('no_files', 'x'), 'no_files'],
  ['an object that is gone', new ObjectNotFoundError('k'), 'object_missing'],
  ['a store that is away', new StorageUnavailableError('x'), 'storage_unavailable'],
  ['a full disk', new StorageFullError('x'), 'spool_full'],
  ['a form cut off', withCode('FST_MP_PREMATURE_CLOSE'), 'malformed_multipart'],
  ['a database that is not there', withCode('ECONNREFUSED'), 'database_unavailable'],
  ['one tried at two addresses', new AggregateError([withCode('ECONNREFUSED')]), 'database_unavailable'],
  ['one that shuts down', database('57P01'), 'database_unavailable'],
  ['a deadlock', database('40P01'), 'database_unavailable'],
  ['one with too many connections', database('53300'), 'database_unavailable'],
  [
    'a pool with no connection free',
    new Error('timeout exceeded when trying to connect'),
    'database_unavailable',
  ],
  ['a connection that broke', new Error('Connection terminated unexpectedly'), 'database_unavailable'],
  ['a wrong statement', database('42601'), 'internal_error'],
  ['a broken constraint', database('23505'), 'internal_error'],
  ['an error of our own', new TypeError('x is not a function'), 'internal_error'],
  ['what is no error', 'a text', 'internal_error'],
  ['nothing', undefined, 'internal_error'],
];

test.each(CASES)('%s', (_what, error, code) => {
  const problem = toProblem(error);
  expect(problem.code).toBe(code);
  expect(JSON.stringify(problem.toBody('r'))).not.toContain('secret detail');
});

test.each(['storage_unavailable', 'ECONNREFUSED'])('%s says when to come again', (code) => {
  expect(Number(toProblem(withCode(code)).headers['retry-after'])).toBeGreaterThan(0);
});
