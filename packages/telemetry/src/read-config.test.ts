import { expect, test } from 'vitest';
import { z } from 'zod';
import { ConfigError, readConfig } from './read-config.ts';

const schema = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/, error: 'it should be a postgres:// URL' }),
  MODE: z.enum(['fast', 'safe']).default('safe'),
  NAME: z.string().min(3).optional(),
});
const url = 'postgres://app:CANARY@localhost/db';

test('parses, with defaults, and takes an empty variable for one that is not set', () => {
  expect(readConfig(schema, { DATABASE_URL: url, PORT: '', MODE: undefined, OTHER: 'x' })).toEqual({
    PORT: 8080,
    DATABASE_URL: url,
    MODE: 'safe',
  });
});

test.each([
  [{}, 'DATABASE_URL is not set: it should be a postgres:// URL'],
  [{ DATABASE_URL: '' }, 'DATABASE_URL is not set: it should be a postgres:// URL'],
  [{ DATABASE_URL: 'mysql://CANARY@x/y' }, 'DATABASE_URL is wrong: it should be a postgres:// URL'],
  [{ DATABASE_URL: url, PORT: 'CANARY' }, 'PORT is wrong: it should be a number'],
  [{ DATABASE_URL: url, PORT: '70000' }, 'PORT is wrong: it should be 65535 or less'],
  [{ DATABASE_URL: url, MODE: 'CANARY' }, 'MODE is wrong: it should be one of fast, safe'],
  [{ DATABASE_URL: url, NAME: 'ab' }, 'NAME is wrong: it should have 3 characters or more'],
  [
    { PORT: '1.5' },
    'PORT is wrong: it should be a whole number; DATABASE_URL is not set: it should be a postgres:// URL',
  ],
])('%j is refused in one line that names the variable and repeats no value', (env, message) => {
  const refused = (): unknown => readConfig(schema, env);
  expect(refused).toThrow(ConfigError);
  expect(refused).toThrow(message);
  expect(message).not.toMatch(/CANARY|\n/);
});
