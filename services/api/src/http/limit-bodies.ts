import type { FastifyInstance } from 'fastify';

/** How long the rest of a refused body is still taken in, in ms, so that its sender gets to read the answer. */
const LINGER = 15_000;

/**
 * What happens around a request's body.
 *
 * "Expect: 100-continue" is answered only when a route begins to read, so that a client with a wrong key or too much
 * data is refused before it sends anything. A body that nobody read to its end is thrown away for a short while after
 * the answer and then cut off: a connection closed at once would take the answer with it.
 */
export function limitBodies(app: FastifyInstance): void {
  const expecting = new WeakSet<object>();
  app.server.on('checkContinue', (request, response) => {
    expecting.add(request);
    app.routing(request, response);
  });
  app.addHook('preParsing', async (request, reply, payload) => {
    if (expecting.has(request.raw)) reply.raw.writeContinue();
    return payload;
  });
  app.addHook('onResponse', async (request) => {
    const { raw } = request;
    if (raw.complete || raw.destroyed) return;
    raw.resume();
    const timer = setTimeout(() => raw.destroy(), LINGER);
    timer.unref();
    raw.once('close', () => clearTimeout(timer));
  });
}
