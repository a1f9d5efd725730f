import type { FastifyRequest } from 'fastify';

/** What goes with every job that a request causes, so that logs and traces can be read from the request on. */
export function headersOf(request: FastifyRequest): Record<string, string> {
  const { traceparent } = request.headers;
  return { requestId: request.id, ...(typeof traceparent === 'string' ? { traceparent } : {}) };
}
