import {
  type CreatedVersion,
  deleteTender,
  encodeCursor,
  getTender,
  listQuery,
  listTenders,
  type RetryOutcome,
  retryTender,
  tenderListSchema,
  tenderQuery,
  tenderSchema,
  uploadedSchema,
  withTenant,
} from '@tender/tenders';
import { z } from 'zod';
import { actOnce, fingerprintOf, keyOf } from '../idempotency/act-once.ts';
import { Problem } from '../problems/problem.ts';
import { deleteUnusedObjects } from '../upload/delete-unused-objects.ts';
import { headersOf } from './job-headers.ts';
import { noSuchTender } from './not-found.ts';
import type { TenantContext } from './route-context.ts';
import { toUploaded } from './to-uploaded.ts';

const params = z.object({ id: z.uuid() });
const tags = ['tenders'];

export function tenderRoutes(context: TenantContext): void {
  const { app, access, pool } = context;

  app.get(
    '/v1/tenders',
    {
      config: { refusals: [400] },
      schema: {
        operationId: 'listTenders',
        summary: 'Tenders, newest first',
        tags,
        querystring: listQuery,
        response: { 200: tenderListSchema },
      },
    },
    async (request) => {
      const { limit, cursor } = request.query;
      const { items, next } = await withTenant(pool, access.tenantOf(request), (tx) =>
        listTenders(tx, { limit, after: cursor }),
      );
      return { items, nextCursor: next === null ? null : encodeCursor(next) };
    },
  );

  app.get(
    '/v1/tenders/:id',
    {
      config: { refusals: [400, 404] },
      schema: {
        operationId: 'getTender',
        summary: 'A tender with its documents, fields and warnings',
        tags,
        params,
        querystring: tenderQuery,
        response: { 200: tenderSchema },
      },
    },
    async (request) => {
      const tender = await withTenant(pool, access.tenantOf(request), (tx) =>
        getTender(tx, request.params.id, request.query.version),
      );
      if (tender === null) throw noSuchTender();
      return tender;
    },
  );

  app.delete(
    '/v1/tenders/:id',
    {
      config: { refusals: [404] },
      schema: {
        operationId: 'deleteTender',
        summary: 'Cancels its jobs and deletes the tender with all that was read from it',
        tags,
        params,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const tenantId = access.tenantOf(request);
      const deleted = await withTenant(pool, tenantId, (tx) =>
        deleteTender(tx, { tenantId, tenderId: request.params.id }),
      );
      if (deleted === null) throw noSuchTender();
      await deleteUnusedObjects(context, tenantId, deleted.hashes).catch((err: unknown) => {
        // The tender is gone all the same; housekeeping finds the objects.
        request.log.warn({ err }, 'objects of a deleted tender are left to housekeeping');
      });
      return reply.code(204).send(null);
    },
  );

  app.post(
    '/v1/tenders/:id/retry',
    {
      config: { idempotent: true, refusals: [400, 404, 409, 422] },
      schema: {
        operationId: 'retryTender',
        summary: 'Reads the failed documents and pages again, as a new version',
        tags,
        params,
        response: { 202: uploadedSchema },
      },
    },
    async (request, reply) => {
      const tenantId = access.tenantOf(request);
      const tenderId = request.params.id;
      const { answer, replayed } = await actOnce({
        pool,
        tenantId,
        key: keyOf(request),
        fingerprint: fingerprintOf(request),
        work: async (tx) =>
          toUploaded(
            startedOrRefused(await retryTender(tx, { tenantId, tenderId, headers: headersOf(request) })),
          ),
        parse: (stored) => uploadedSchema.parse(stored),
      });
      if (replayed) reply.header('idempotent-replayed', 'true');
      return reply.code(202).send(answer);
    },
  );
}

function startedOrRefused(retried: RetryOutcome): CreatedVersion {
  switch (retried.outcome) {
    case 'started':
      return retried.version;
    case 'unknown':
      throw noSuchTender();
    case 'still_running':
      throw new Problem('still_running', 'The tender is still being processed. Wait until it is finished.');
    case 'nothing_to_retry':
      throw new Problem('nothing_to_retry', 'No document and no page of this tender has failed.');
  }
}
