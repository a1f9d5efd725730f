/** The local server could not be prepared or started. `code` says which step; `message` holds the server's own last words. */
export class PostgresStartError extends Error {
  override name = 'PostgresStartError';
  readonly code:
    | 'unsupported_platform'
    | 'initdb_failed'
    | 'start_failed'
    | 'start_timeout'
    | 'data_in_use'
    | 'wrong_version';

  constructor(code: PostgresStartError['code'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
