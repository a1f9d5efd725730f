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

/** While the server closes, answers end their connections, which would otherwise be kept for a next request that can't come. */
export function endConnectionsWhileClosing(app: FastifyInstance): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onSend', async (_request, reply, payload) => {
    if (closing) reply.header('connection', 'close');
    return payload;
  });
}
