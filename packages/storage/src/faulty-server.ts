import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { S3Options } from './s3-options.ts';

/**
 * An HTTP server that misbehaves as told, for tests of what the driver does about it. It checks no signatures and
 * keeps no objects: what a right answer is, only a real store can say.
 */
export interface FaultyServer {
  options: S3Options;
  /** One line a request: method and path. */
  requests: string[];
  /** Bytes of each request's body that arrived, and whether the body was whole. */
  bodies: { bytes: number; whole: boolean }[];
  close(): Promise<void>;
}

/** What to do with a request. The body is not read unless the answer does it (`request.resume()`). */
export type Answer = (request: IncomingMessage, response: ServerResponse) => void;

/** Answers the first request by the first answer and so on, the last one again and again. */
export async function startFaultyServer(...answers: [Answer, ...Answer[]]): Promise<FaultyServer> {
  const requests: string[] = [];
  const bodies: FaultyServer['bodies'] = [];
  const server = createServer((request, response) => {
    const body = { bytes: 0, whole: false };
    bodies.push(body);
    request.on('data', (chunk: Buffer) => {
      body.bytes += chunk.length;
    });
    request.on('end', () => {
      body.whole = true;
    });
    request.on('error', () => {});
    requests.push(`${request.method} ${request.url?.split('?')[0]}`);
    const answer = answers[Math.min(requests.length, answers.length) - 1];
    answer?.(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    options: {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: 'documents',
      credentials: { accessKeyId: 'id', secretAccessKey: 'CANARY' },
      timeouts: { connect: 2_000, idle: 200, call: 2_000 },
    },
    requests,
    bodies,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** An S3 error document. */
export function s3Error(status: number, code: string, headers: Record<string, string> = {}): Answer {
  return (request, response) => {
    request.resume();
    const body = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code} said the store</Message></Error>`;
    response.writeHead(status, { 'content-type': 'application/xml', ...headers }).end(body);
  };
}

export const emptyOk: Answer = (request, response) => {
  request.resume();
  request.on('end', () => response.writeHead(200).end());
};

export function bytesOk(bytes: string | Buffer, headers: Record<string, string> = {}): Answer {
  return (_request, response) => {
    response.writeHead(200, { 'content-length': String(bytes.length), ...headers }).end(bytes);
  };
}
