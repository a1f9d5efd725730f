import { collectDefaultMetrics, Registry } from 'prom-client';

export { Counter, Gauge, Histogram, Registry } from 'prom-client';

/**
 * A metrics registry of its own (never prom-client's global one, so that tests can make many), with the
 * process's default metrics: CPU, memory, event loop lag, garbage collection.
 */
export function createRegistry(options: { labels?: Record<string, string> } = {}): Registry {
  const registry = new Registry();
  if (options.labels !== undefined) registry.setDefaultLabels(options.labels);
  collectDefaultMetrics({ register: registry });
  return registry;
}
