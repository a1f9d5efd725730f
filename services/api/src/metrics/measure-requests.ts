import { Counter, Histogram, type Registry } from '@tender/telemetry';
import type { FastifyInstance } from 'fastify';

/** Counts and times every request by its route (never by its address, which would make a series for each id), and logs it. */
export function measureRequests(app: FastifyInstance, registry: Registry): void {
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the first byte of a request to the end of its answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers: [registry],
  });
  const aborted = new Counter({
    name: 'http_requests_aborted_total',
    help: 'Requests whose client went away before it had the answer.',
    labelNames: ['route'],
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    duration.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1_000);
    const [path] = request.url.split('?', 1);
    request.log.info(
      { method: request.method, path, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'request',
    );
  });
  app.addHook('onRequestAbort', async (request) => {
    aborted.inc({ route: request.routeOptions.url ?? 'unknown' });
    request.log.info('the client went away');
  });
}
