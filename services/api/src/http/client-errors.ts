import type { Socket } from 'node:net';
import { PROBLEM_TYPE, Problem } from '../problems/problem.ts';

/**
 * Answers what isn't HTTP, or came too slowly to become a request: the server knows no request then, only a socket.
 * Passed to Fastify as `clientErrorHandler`.
 */
export function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const problem = problemOf(error.code);
  const body = JSON.stringify(problem.toBody('none'));
  socket.end(
    [
      `HTTP/1.1 ${problem.status} ${problem.code}`,
      `content-type: ${PROBLEM_TYPE}`,
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
    () => socket.destroy(),
  );
}

function problemOf(code: string | undefined): Problem {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new Problem('headers_too_large', 'The headers are larger than this server takes.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Problem('request_timeout', 'The request did not arrive in time.');
    default:
      return new Problem('malformed_http', 'What was sent is not an HTTP request.');
  }
}
