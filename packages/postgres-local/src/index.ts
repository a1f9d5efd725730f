export { PostgresStartError } from './errors.ts';
export { type LocalPostgres, type LocalPostgresOptions, startPostgres } from './start-postgres.ts';
