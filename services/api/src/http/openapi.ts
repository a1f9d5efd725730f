import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { problemKinds } from '../problems/problem-kinds.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The form that a route reads as a stream: for the document only, since no validator sees it. */
    form?: z.ZodType;
    /** The content type of an answer that isn't JSON. */
    produces?: string;
    /** Whether the route takes an Idempotency-Key. */
    idempotent?: boolean;
    /** Statuses of the refusals that a route has beside those that every guarded route has. */
    refusals?: number[];
  }
}

/** Describes the routes that are registered after it, from the schemas that validate them, at /openapi.json. */
export async function describeApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Tender pipeline',
        version: '1.0.0',
        description:
          'Packages of tender PDFs in, checked answers out. Errors are RFC 9457 problem details with a stable `code`.',
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/' }],
      tags: [
        { name: 'tenders', description: 'Packages of documents and the fields read from them' },
        { name: 'documents', description: 'Documents, their pages and pictures of pages' },
        { name: 'admin', description: "Queue and workers; needs an operator's key" },
      ],
      components: { securitySchemes: { key: { type: 'http', scheme: 'bearer' } } },
      security: [{ key: [] }],
    },
    transform: (input) => {
      const { schema, url } = jsonSchemaTransform(input);
      const { form, produces, refusals, idempotent } = input.route.config ?? {};
      return {
        url,
        schema: {
          ...schema,
          ...(form === undefined ? {} : { consumes: ['multipart/form-data'], body: formOf(form) }),
          ...(idempotent === true ? { headers: IDEMPOTENCY_HEADER } : {}),
          response: {
            ...(produces === undefined ? {} : { 200: fileOf(produces) }),
            ...responsesOf(schema),
            ...(refusals === undefined ? {} : refusalsOf(refusals)),
          },
        },
      };
    },
    transformObject: (input) => withoutUnused(jsonSchemaTransformObject(input)),
  });
  app.get('/openapi.json', { schema: { hide: true } }, async () => app.swagger());
}

const IDEMPOTENCY_HEADER = {
  type: 'object',
  properties: {
    'Idempotency-Key': {
      type: 'string',
      maxLength: 255,
      description:
        'Any text that is new for each request. Sent again with the same request within a day, it brings the same answer (with `Idempotent-Replayed: true`) and does nothing.',
    },
  },
};

/** The schemas are registered in two forms, as sent and as answered; most are used in one. */
function withoutUnused<D extends object>(document: D): D {
  const components = 'components' in document ? document.components : undefined;
  if (typeof components !== 'object' || components === null || !('schemas' in components)) return document;
  const all = Object.entries(components.schemas ?? {});
  const text = JSON.stringify(document);
  const used = all.filter(([name]) => text.includes(`"#/components/schemas/${name}"`));
  const rest = { ...document, components: { ...components, schemas: Object.fromEntries(used) } };
  // What only an unused one referred to is unused now.
  return used.length < all.length ? withoutUnused(rest) : rest;
}

/** Refusals of every route that takes a key, and of every route at all. */
const EVERYWHERE = [401, 403, 429, 500, 503];

function refusalsOf(statuses: number[]): Record<string, object> {
  const problem = { schema: { $ref: '#/components/schemas/Problem' } };
  return Object.fromEntries(
    [...statuses, ...EVERYWHERE].map((status) => [
      status,
      {
        description: [
          ...new Set(problemKinds.filter((kind) => kind.status === status).map((kind) => kind.code)),
        ].join(', '),
        content: { 'application/problem+json': problem },
      },
    ]),
  );
}

function fileOf(contentType: string): object {
  return {
    description: 'The bytes',
    content: { [contentType]: { schema: { type: 'string', format: 'binary' } } },
  };
}

function formOf(form: z.ZodType): object {
  return z.toJSONSchema(form, { target: 'draft-2020-12', io: 'input', unrepresentable: 'any' });
}

function responsesOf(schema: object): object {
  return 'response' in schema && typeof schema.response === 'object' && schema.response !== null
    ? schema.response
    : {};
}
