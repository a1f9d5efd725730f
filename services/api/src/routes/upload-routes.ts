import {
  addDocuments,
  type CreatedVersion,
  createTender,
  lockObjects,
  startExtractions,
  type Tx,
  type Uploaded,
  uploadedSchema,
  uploadFormSchema,
} from '@tender/tenders';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { actOnce, fingerprintOf, keyOf } from '../idempotency/act-once.ts';
import { Problem } from '../problems/problem.ts';
import { FORM_OVERHEAD, type ReceivedUpload, receiveUpload } from '../upload/receive-upload.ts';
import { keepStored, storeFiles } from '../upload/store-files.ts';
import { headersOf } from './job-headers.ts';
import { noSuchTender } from './not-found.ts';
import type { TenantContext } from './route-context.ts';
import { toUploaded } from './to-uploaded.ts';

/**
 * Uploads, in an order that leaves nothing half done: bytes to the spool, from there into the store under a key made
 * of tenant and hash, then one transaction with rows and jobs. A crash before the commit leaves at most objects
 * without a row, which housekeeping removes; never a row without its object or its job.
 */
export function uploadRoutes(context: TenantContext): void {
  const { app, limits } = context;
  const onRequest = async (request: FastifyRequest) => {
    refuseTooLarge(request, limits.maxUploadBytes);
  };

  app.post(
    '/v1/tenders',
    {
      onRequest,
      config: { form: uploadFormSchema, idempotent: true, refusals: [400, 408, 409, 413, 415, 422, 507] },
      schema: {
        operationId: 'createTender',
        summary: 'Upload the documents of a new tender',
        tags: ['tenders'],
        response: { 202: uploadedSchema },
      },
    },
    async (request, reply) => {
      const answer = await acceptUpload(context, request, reply, (tx, tenantId, upload) =>
        createTender(tx, { tenantId, ...upload.fields, files: upload.files, headers: headersOf(request) }),
      );
      return reply.code(202).header('location', `/v1/tenders/${answer.id}`).send(answer);
    },
  );

  app.post(
    '/v1/tenders/:id/documents',
    {
      onRequest,
      config: {
        form: uploadFormSchema,
        idempotent: true,
        refusals: [400, 404, 408, 409, 413, 415, 422, 507],
      },
      schema: {
        operationId: 'addDocuments',
        summary: 'Upload more documents of a tender, such as an addendum: makes its next version',
        tags: ['tenders'],
        params: z.object({ id: z.uuid() }),
        response: { 202: uploadedSchema },
      },
    },
    async (request, reply) => {
      const tenderId = request.params.id;
      const answer = await acceptUpload(context, request, reply, async (tx, tenantId, upload) => {
        refuseTenderFields(upload);
        const added = await addDocuments(tx, {
          tenantId,
          tenderId,
          files: upload.files,
          headers: headersOf(request),
        });
        if (added === null) throw noSuchTender();
        // Nothing to read: all of it was there before, so nothing else would start the extraction.
        if (added.documents.every((document) => document.duplicateOf !== null)) {
          await startExtractions(tx, { tenantId, tenderId });
        }
        return added;
      });
      return reply.code(202).header('location', `/v1/tenders/${answer.id}`).send(answer);
    },
  );
}

async function acceptUpload(
  context: TenantContext,
  request: FastifyRequest,
  reply: FastifyReply,
  insert: (tx: Tx, tenantId: string, upload: ReceivedUpload) => Promise<CreatedVersion>,
): Promise<Uploaded> {
  const { access, pool, store } = context;
  const tenantId = access.tenantOf(request);
  const key = keyOf(request);
  const upload = await receiveUpload(request, context);
  const hashes = upload.files.map((file) => file.sha256);
  try {
    const { answer, replayed } = await actOnce({
      pool,
      tenantId,
      key,
      fingerprint: fingerprintOf(request, [upload.fields, hashes]),
      prepare: () => storeFiles(store, tenantId, upload.files),
      work: async (tx) => {
        await lockObjects(tx, tenantId, hashes);
        const created = await insert(tx, tenantId, upload);
        await keepStored(store, tenantId, upload.files);
        return toUploaded(created);
      },
      parse: (stored) => uploadedSchema.parse(stored),
    });
    if (replayed) reply.header('idempotent-replayed', 'true');
    return answer;
  } finally {
    await upload.discard();
  }
}

/** Refused by its own announcement, before a byte of it is read. What doesn't announce its length is counted as it comes. */
function refuseTooLarge(request: FastifyRequest, maxBytes: number): void {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced <= maxBytes + FORM_OVERHEAD) return;
  throw new Problem('upload_too_large', `An upload has ${maxBytes} bytes at most, this one ${announced}.`);
}

function refuseTenderFields(upload: ReceivedUpload): void {
  const errors = Object.keys(upload.fields).map((path) => ({
    path,
    message: 'belongs to the tender and is set when it is created',
  }));
  if (errors.length === 0) return;
  throw new Problem('invalid_request', 'Documents are added without title, externalId and priority.', {
    errors,
  });
}
