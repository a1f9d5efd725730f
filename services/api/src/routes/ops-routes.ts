import type { Registry } from '@tender/telemetry';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { createQueueMetrics } from '../metrics/queue-metrics.ts';

/** Longest wait for the database before "not ready", in ms. */
const READY_WITHIN = 3_000;

/**
 * For whoever runs the service: does the process answer, can it serve, how is it doing. No key is needed and nothing of a
 * tenant is shown; where the port is public, a proxy keeps /metrics inside.
 */
export function opsRoutes(app: FastifyInstance, dependencies: { pool: pg.Pool; registry: Registry }): void {
  const { pool, registry } = dependencies;
  const refreshQueueMetrics = createQueueMetrics(registry, pool);

  app.get('/healthz', { schema: { hide: true } }, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  );

  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const database = await answers(pool);
    return reply
      .code(database ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: database ? 'ready' : 'not_ready', checks: { database: database ? 'ok' : 'failed' } });
  });

  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    // Without a database the process's own metrics are all the more wanted; the queue's keep their last values.
    await refreshQueueMetrics().catch((err: unknown) => request.log.warn({ err }, 'no metrics of the queue'));
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

async function answers(pool: pg.Pool): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), READY_WITHIN);
  const asked = pool.query('select 1').then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([asked, late]);
  } finally {
    clearTimeout(timer);
  }
}
