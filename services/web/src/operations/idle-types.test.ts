import { expect, test } from 'vitest';
import type { QueueType, Worker } from '../api/schemas.ts';
import { typesWithoutWorker } from './idle-types.ts';

function type(name: string, queued: number, scheduled = 0): QueueType {
  const counts = { queued, scheduled, running: 0, done: 5, failed: 0, cancelled: 0 };
  return { type: name, paused: false, counts, oldestQueuedSeconds: null, failedLastHour: 0 };
}

function worker(state: Worker['state'], types: string[]): Worker {
  const at = '2026-01-01T00:00:00Z';
  return {
    id: state,
    service: 's',
    host: 'h',
    pid: 1,
    types,
    startedAt: at,
    heartbeatAt: at,
    running: 0,
    state,
  };
}

test.each([
  { what: 'waiting and served', types: [type('a', 3)], workers: [worker('alive', ['a'])], without: [] },
  {
    what: 'waiting, its worker dead',
    types: [type('a', 3)],
    workers: [worker('dead', ['a'])],
    without: ['a'],
  },
  {
    what: 'waiting, its worker silent',
    types: [type('a', 3)],
    workers: [worker('silent', ['a'])],
    without: ['a'],
  },
  {
    what: 'waiting, other workers only',
    types: [type('a', 0, 2)],
    workers: [worker('alive', ['b'])],
    without: ['a'],
  },
  { what: 'nothing waiting', types: [type('a', 0)], workers: [], without: [] },
])('$what', ({ types, workers, without }) => {
  expect(typesWithoutWorker(types, workers)).toEqual(without);
});
