import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ObjectStore } from '@tender/storage';
import type { FastifyInstance, RawServerDefault } from 'fastify';
import type { FastifyBaseLogger } from 'fastify/types/logger.js';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type pg from 'pg';
import type { PagePictures } from '../pictures/page-pictures.ts';
import type { Access } from '../security/authentication.ts';
import type { UploadLimits } from '../upload/receive-upload.ts';
import type { UploadSpool } from '../upload/upload-spool.ts';

/** A server whose routes are typed by their zod schemas. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

/** What the routes of tenants work with. */
export interface TenantContext {
  /** Guarded: only requests with a tenant's key reach its routes. */
  app: App;
  access: Access;
  pool: pg.Pool;
  store: ObjectStore;
  spool: UploadSpool;
  pictures: PagePictures;
  limits: UploadLimits;
}
