import { expect, test, vi } from 'vitest';
import { createSession } from './session.ts';

function memory(): Storage {
  const kept = new Map<string, string>();
  return {
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
    clear: () => kept.clear(),
    key: (index) => [...kept.keys()][index] ?? null,
    get length() {
      return kept.size;
    },
  };
}

test('keys outlive a reload of the tab, and one can go without the other', () => {
  const storage = memory();
  const session = createSession(storage);
  session.set('tenant', 'a');
  session.set('operator', 'b');
  expect(createSession(storage).keys()).toEqual({ tenant: 'a', operator: 'b' });
  session.forget('tenant');
  expect(createSession(storage).keys()).toEqual({ tenant: null, operator: 'b' });
  session.forget();
  expect(storage.length).toBe(0);
});

test('listeners hear of every change until they stop listening, and the keys are one object in between', () => {
  const session = createSession(null);
  const listener = vi.fn();
  const stop = session.subscribe(listener);
  session.set('tenant', 'a');
  expect(session.keys()).toBe(session.keys());
  expect(session.keys().tenant).toBe('a');
  stop();
  session.forget();
  expect(listener).toHaveBeenCalledTimes(1);
});
