import {
  ModelMisconfiguredError,
  ModelQuotaError,
  ModelRateLimitedError,
  ModelUnavailableError,
} from '@tender/extraction';
import { PermanentError, RetryAfter } from '@tender/queue';
import { readConfig } from '@tender/telemetry';
import { expect, test } from 'vitest';
import { configSchema } from './config.ts';
import { modelMeaning, modelOf } from './model.ts';

test.each([
  ['nothing', {}, null],
  ['a model alone', { OPENAI_MODEL: 'm' }, null],
  ['a key alone', { OPENAI_API_KEY: 'k' }, null],
  [
    'empty values, as compose files have them',
    { OPENAI_MODEL: '', OPENAI_API_KEY: '', OPENAI_BASE_URL: '' },
    null,
  ],
  ['a model and a key', { OPENAI_MODEL: 'm', OPENAI_API_KEY: 'k' }, { model: 'm', apiKey: 'k' }],
  [
    'a model on a server without keys',
    { OPENAI_MODEL: 'm', OPENAI_BASE_URL: 'http://localhost:11434/v1' },
    { model: 'm', baseUrl: 'http://localhost:11434/v1' },
  ],
])('%s in the environment', (_what, env, expected) => {
  const config = readConfig(configSchema, { DATABASE_URL: 'postgres://localhost/x', ...env });
  expect(modelOf(config)).toEqual(expected);
});

test('a base URL that is none is named', () => {
  const env = { DATABASE_URL: 'postgres://localhost/x', OPENAI_BASE_URL: 'ollama' };
  expect(() => readConfig(configSchema, env)).toThrow(/OPENAI_BASE_URL is wrong: it should be the URL/);
});

test('a model that asks to wait is asked again then, one that is away later and later', () => {
  const asked = modelMeaning(new ModelRateLimitedError('x', { retryAfterMs: 90_000 }), 1);
  expect(asked).toBeInstanceOf(RetryAfter);
  expect(asked).toMatchObject({ message: 'model_rate_limited: x' });
  const delay = asked instanceof RetryAfter ? asked.delayMs : 0;
  expect(delay).toBeGreaterThanOrEqual(90_000);
  expect(delay).toBeLessThanOrEqual(112_500);
  const away = modelMeaning(new ModelUnavailableError('x'), 2);
  expect(away instanceof RetryAfter && away.delayMs).toBeGreaterThanOrEqual(60_000);
});

test('a key that is wrong or spent is for an operator', () => {
  for (const error of [new ModelQuotaError('x'), new ModelMisconfiguredError('x')]) {
    const meaning = modelMeaning(error, 1);
    expect(meaning).toBeInstanceOf(PermanentError);
    expect(meaning).toMatchObject({ message: `${error.code}: x`, cause: error });
  }
});

test('what is not the model is left to the queue', () => {
  const error = new Error('x');
  expect(modelMeaning(error, 1)).toBe(error);
});
