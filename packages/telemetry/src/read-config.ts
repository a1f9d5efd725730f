import type { z } from 'zod';

/**
 * The environment does not hold what the service needs. The message is one line for the person who set it.
 * Other packages' errors with the same code mean the same.
 */
export class ConfigError extends Error {
  override name = 'ConfigError';
  readonly code = 'config_invalid';
}

/**
 * Parses the environment by a schema of variables. An empty variable counts as one that is not set, as compose
 * files and shells write `NAME=` for "none".
 *
 * @throws ConfigError naming every variable that is missing or wrong and what it should be, in one line. Values
 * are not repeated in it: they may be secrets. A schema's own error text (`z.url({ error: '…' })`) is used as it is.
 */
export function readConfig<S extends z.ZodType>(
  schema: S,
  env: Record<string, string | undefined>,
): z.output<S> {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  );
  const result = schema.safeParse(given, { error: describe });
  if (result.success) return result.data;
  throw new ConfigError(oneLine(result.error.issues.map((issue) => sentence(issue, given)).join('; ')));
}

/** Is it a message for the person who set the environment, rather than a defect? */
export function isConfigError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && error.code === 'config_invalid';
}

function sentence(issue: z.core.$ZodIssue, given: Record<string, unknown>): string {
  const name = String(issue.path[0] ?? '');
  if (name === '') return issue.message;
  return name in given ? `${name} is wrong: ${issue.message}` : `${name} is not set: ${issue.message}`;
}

const TYPES: Record<string, string> = {
  int: 'a whole number',
  number: 'a number',
  string: 'a text',
  boolean: 'true or false',
};

/** What a value should be, for issues whose schema has no text of its own. */
function describe(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return `it should be ${TYPES[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `it should be one of ${issue.values.map(String).join(', ')}`;
    case 'invalid_format':
      return `it should be a valid ${issue.format}`;
    case 'too_small':
      return issue.origin === 'string'
        ? `it should have ${issue.minimum} characters or more`
        : `it should be ${issue.minimum} or more`;
    case 'too_big':
      return issue.origin === 'string'
        ? `it should have ${issue.maximum} characters or fewer`
        : `it should be ${issue.maximum} or less`;
    default:
      return undefined;
  }
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
