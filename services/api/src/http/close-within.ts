import type { FastifyInstance } from 'fastify';

/** Takes no more requests, lets those that run end, and cuts off after `deadline` ms those that have not. */
export async function closeWithin(
  app: Pick<FastifyInstance, 'close' | 'server'>,
  deadline: number,
): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), deadline);
  try {
    await app.close();
  } finally {
    clearTimeout(timer);
  }
}
