import { expect, test } from 'vitest';
import { createKillPoint } from './kill-point.ts';

function sent(
  env: Record<string, string>,
  passes: [Parameters<ReturnType<typeof createKillPoint>>[0], string?][],
) {
  const signals: string[] = [];
  const killPoint = createKillPoint(env, (signal) => signals.push(signal));
  for (const [name, subject] of passes) killPoint(name, subject);
  return signals;
}

test.each([
  ['not in a test', { TENDER_KILL_POINT: 'page_read' }, []],
  ['no point named', { TENDER_TEST: '1' }, []],
  ['another point', { TENDER_TEST: '1', TENDER_KILL_POINT: 'claimed' }, []],
  [
    'kill, whatever the subject',
    { TENDER_TEST: '1', TENDER_KILL_POINT: 'page_read' },
    ['SIGKILL', 'SIGKILL'],
  ],
  ['stop', { TENDER_TEST: '1', TENDER_KILL_POINT: 'page_read:stop:b' }, ['SIGSTOP']],
])('%s', (_what, env, expected) => {
  expect(
    sent(env, [
      ['page_read', 'a'],
      ['page_read', 'b'],
    ]),
  ).toEqual(expected);
});

test('a point or an action that is none is refused, so that a test can not wait for it in vain', () => {
  for (const point of ['page_raed', 'page_read:explode']) {
    expect(() => createKillPoint({ TENDER_TEST: '1', TENDER_KILL_POINT: point })).toThrow(TypeError);
  }
});
