const FIRST_MS = 15_000;
const MOST_MS = 30 * 60_000;

/**
 * How long a job waits for something outside that does not answer (an object store, a model), in ms: as long as that asked
 * for, else 15 s, 1 min, 4 min, 16 min …, so that five attempts outlast an outage of twenty minutes. Up to a quarter more, so
 * that the jobs of an outage don't all come back at the same moment.
 * @param attempt from 1
 * @param random 0–1
 */
export function retryDelay(attempt: number, askedMs: number | null, random = Math.random()): number {
  const base = askedMs ?? Math.min(MOST_MS, FIRST_MS * 4 ** (attempt - 1));
  return Math.round(base * (1 + random / 4));
}
