import {
  documentSchema,
  getDocument,
  getPage,
  objectOfDocument,
  pageSchema,
  withTenant,
} from '@tender/tenders';
import { z } from 'zod';
import { Problem } from '../problems/problem.ts';
import { noSuchDocument } from './not-found.ts';
import type { TenantContext } from './route-context.ts';
import { sendOriginal } from './send-original.ts';

const id = z.uuid();
const page = z.coerce.number().int().min(1).max(1_000_000);
const tags = ['documents'];

/** Widths of pictures, in pixels: what a screen needs, and no more than a page is worth rendering at. */
const width = z.coerce
  .number()
  .int()
  .min(50)
  .max(2_000)
  .default(1_280)
  .describe('In pixels, 50–2,000; rounded up to a multiple of 10');

export function documentRoutes(context: TenantContext): void {
  const { app, access, pool, pictures } = context;

  app.get(
    '/v1/documents/:id',
    {
      config: { refusals: [404] },
      schema: {
        operationId: 'getDocument',
        summary: 'A document and how far it has been read',
        tags,
        params: z.object({ id }),
        response: { 200: documentSchema },
      },
    },
    async (request) => {
      const document = await withTenant(pool, access.tenantOf(request), (tx) =>
        getDocument(tx, request.params.id),
      );
      if (document === null) throw noSuchDocument();
      return document;
    },
  );

  app.get(
    '/v1/documents/:id/original',
    {
      config: { produces: 'application/pdf', refusals: [404, 410, 416] },
      schema: {
        operationId: 'getOriginal',
        summary: 'The bytes as they were uploaded; takes a Range',
        tags,
        params: z.object({ id }),
      },
    },
    async (request, reply) => {
      const object = await withTenant(pool, access.tenantOf(request), (tx) =>
        objectOfDocument(tx, request.params.id),
      );
      if (object === null) throw noSuchDocument();
      return await sendOriginal(context.store, object, request, reply);
    },
  );

  app.get(
    '/v1/documents/:id/pages/:page',
    {
      config: { refusals: [404] },
      schema: {
        operationId: 'getPage',
        summary: 'A page with its words and where they stand',
        tags,
        params: z.object({ id, page }),
        response: { 200: pageSchema },
      },
    },
    async (request) => {
      const { id, page } = request.params;
      const found = await withTenant(pool, access.tenantOf(request), (tx) => getPage(tx, id, page));
      if (found === null) throw noSuchPage();
      return found;
    },
  );

  app.get(
    '/v1/documents/:id/pages/:page/image.png',
    {
      config: { produces: 'image/png', refusals: [400, 404, 410, 422] },
      schema: {
        operationId: 'getPageImage',
        summary: 'A picture of a page as it is displayed',
        tags,
        params: z.object({ id, page }),
        querystring: z.object({ width }),
      },
    },
    async (request, reply) => {
      const { id, page } = request.params;
      const found = await withTenant(pool, access.tenantOf(request), async (tx) => {
        const object = await objectOfDocument(tx, id);
        return object !== null && (await getPage(tx, id, page)) !== null ? object : null;
      });
      if (found === null) throw noSuchPage();
      const etag = `"${found.sha256}-${page}-${request.query.width}"`;
      reply.headers({ etag, 'cache-control': 'private, max-age=86400' });
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      const picture = await pictures.render({
        ...found,
        page,
        width: Math.ceil(request.query.width / 10) * 10,
      });
      return reply.type('image/png').send(picture);
    },
  );
}

function noSuchPage(): Problem {
  return new Problem('not_found', 'There is no such page, or the document has not been inspected yet.');
}
