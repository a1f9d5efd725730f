import multipart from '@fastify/multipart';
import type { ObjectStore } from '@tender/storage';
import type { Logger, Registry } from '@tender/telemetry';
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import type pg from 'pg';
import { answerClientError } from './http/client-errors.ts';
import { endConnectionsWhileClosing } from './http/closing.ts';
import { limitBodies } from './http/limit-bodies.ts';
import { describeApi } from './http/openapi.ts';
import { requestIdOf, sendRequestIds } from './http/request-id.ts';
import { measureRequests } from './metrics/measure-requests.ts';
import type { PagePictures } from './pictures/page-pictures.ts';
import { sendProblem } from './problems/send-problem.ts';
import { toProblem } from './problems/to-problem.ts';
import { adminRoutes } from './routes/admin-routes.ts';
import { documentRoutes } from './routes/document-routes.ts';
import { opsRoutes } from './routes/ops-routes.ts';
import type { App } from './routes/route-context.ts';
import { tenderRoutes } from './routes/tender-routes.ts';
import { uploadRoutes } from './routes/upload-routes.ts';
import { webRoutes } from './routes/web-routes.ts';
import { createAccess } from './security/authentication.ts';
import { createRateLimits, type RateLimitOptions } from './security/rate-limits.ts';
import { sendSecurityHeaders } from './security/security-headers.ts';
import type { UploadLimits } from './upload/receive-upload.ts';
import type { UploadSpool } from './upload/upload-spool.ts';

export interface ServerOptions {
  /** Connections that act as `tender_api`. */
  pool: pg.Pool;
  store: ObjectStore;
  spool: UploadSpool;
  pictures: PagePictures;
  limits: UploadLimits;
  rateLimits: RateLimitOptions;
  registry: Registry;
  log: Logger;
  /** Folder of the built web app. */
  webDir: string;
  /** Whose X-Forwarded-For counts: addresses or networks of proxies, comma-separated. Nobody's by default. */
  trustProxy?: string;
  /** Longest time for a request to arrive, in ms. */
  requestTimeout?: number;
}

/** Bodies that aren't uploads are small. */
const BODY_LIMIT = 65_536;

/**
 * The HTTP service, ready to listen. It owns nothing that it was given: whoever made pool, store and spool closes them
 * after it.
 */
export async function createServer(options: ServerOptions): Promise<App> {
  const { pool, registry } = options;
  const loggerInstance: FastifyBaseLogger = options.log;
  const app: App = Fastify({
    loggerInstance,
    // One line a request, when it has ended: see measureRequests.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestIdOf,
    requestIdHeader: false,
    trustProxy: options.trustProxy ?? false,
    bodyLimit: BODY_LIMIT,
    requestTimeout: options.requestTimeout ?? 3_600_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    clientErrorHandler: answerClientError,
    frameworkErrors: (error, request, reply) => {
      sendProblem(request, reply, toProblem(error));
    },
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler((error, request, reply) => sendProblem(request, reply, toProblem(error)));

  sendRequestIds(app);
  sendSecurityHeaders(app);
  measureRequests(app, registry);
  limitBodies(app);
  endConnectionsWhileClosing(app);
  await app.register(multipart, {
    throwFileSizeLimit: false,
    preservePath: true,
    // A file without a name is a file all the same.
    isPartAFile: (name, contentType, filename) =>
      name === 'file' || filename !== undefined || contentType === 'application/octet-stream',
    // Sizes and numbers of files are counted where they are read, with a code of their own each.
    limits: {
      fileSize: Number.MAX_SAFE_INTEGER,
      files: Number.MAX_SAFE_INTEGER,
      fields: 20,
      fieldSize: 8_192,
      fieldNameSize: 100,
      headerPairs: 50,
      parts: 1_000,
    },
  });
  await describeApi(app);
  const rateLimits = await createRateLimits(app, options.rateLimits);
  const access = createAccess({ pool, rateLimits });

  await app.register(async (guarded) => {
    const tenantApp = guarded.withTypeProvider<ZodTypeProvider>();
    access.guard(tenantApp, 'tenant');
    const context = { ...options, app: tenantApp, access };
    uploadRoutes(context);
    tenderRoutes(context);
    documentRoutes(context);
  });
  await app.register(async (guarded) => {
    const operatorApp = guarded.withTypeProvider<ZodTypeProvider>();
    access.guard(operatorApp, 'operator');
    adminRoutes({ app: operatorApp, pool });
  });
  opsRoutes(app, { pool, registry });
  app.setNotFoundHandler(await webRoutes(app, options.webDir));
  return app;
}
