import type { FastifyInstance } from 'fastify';

/**
 * For the web app: nothing inline, nothing from elsewhere. Pictures of pages are blobs, since they come by requests with
 * a key. The same policy is right for JSON, which loads nothing.
 */
const APP_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** For bytes that a stranger wrote: should a browser show them in spite of all, then without script or origin. */
export const UNTRUSTED_POLICY = "sandbox; default-src 'none'; frame-ancestors 'none'";

/** Headers that every answer carries; a route may set a stricter policy. */
export function sendSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({
      'content-security-policy': APP_POLICY,
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
  });
}
