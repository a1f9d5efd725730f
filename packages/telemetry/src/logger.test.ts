import { expect, test } from 'vitest';
import { createLogger } from './logger.ts';

function logged(write: (log: ReturnType<typeof createLogger>) => void): Record<string, unknown>[] {
  const lines: string[] = [];
  const log = createLogger({
    service: 'api',
    level: 'debug',
    destination: { write: (line) => lines.push(line) },
  });
  write(log);
  return lines.map((line) => JSON.parse(line));
}

test('a line is one JSON object with service, level as a word, time in UTC', () => {
  const [line] = logged((log) => log.info({ job: '7' }, 'claimed'));
  expect(line).toMatchObject({ service: 'api', level: 'info', job: '7', msg: 'claimed' });
  expect(line?.['time']).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
});

test.each([
  [{ authorization: 'CANARY' }],
  [{ req: { headers: { authorization: 'CANARY', cookie: 'CANARY', 'set-cookie': 'CANARY' } } }],
  [{ config: { S3_SECRET_ACCESS_KEY: 'CANARY', DATABASE_URL: 'CANARY', OPENAI_API_KEY: 'CANARY' } }],
  [{ options: { credentials: { secretAccessKey: 'CANARY' }, pool: { connectionString: 'CANARY' } } }],
  [{ apiKey: 'CANARY', operatorKey: 'CANARY', token: 'CANARY', password: 'CANARY' }],
])('secrets under known names are not written: %j', (fields) => {
  const [line] = logged((log) => log.warn(fields, 'something'));
  expect(JSON.stringify(line)).not.toContain('CANARY');
  expect(JSON.stringify(line)).toContain('[redacted]');
});

test('an error is written with its type, message and stack', () => {
  const [line] = logged((log) => log.error({ err: new TypeError('no') }, 'failed'));
  expect(line?.['err']).toMatchObject({
    type: 'TypeError',
    message: 'no',
    stack: expect.stringContaining('no'),
  });
});
