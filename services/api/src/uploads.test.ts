import { createHash } from 'node:crypto';
import { type ObjectStore, StorageUnavailableError } from '@tender/storage';
import {
  createTender,
  documentKey,
  problemSchema,
  tenderListSchema,
  tenderSchema,
  uploadedSchema,
  withTenant,
} from '@tender/tenders';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { form, pdf } from './testing/files.ts';
import { read, startTestSystem, type TestSystem } from './testing/test-system.ts';

/** A store that passes everything on, until a test says what a call should do instead. */
let faults: Partial<ObjectStore> = {};
let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem({ wrapStore: (store) => faulty(store) });
});
beforeEach(() => {
  faults = {};
});
afterAll(() => system.close());

function faulty(store: ObjectStore): ObjectStore {
  return new Proxy(store, {
    get: (target, name: keyof ObjectStore) => faults[name] ?? target[name],
  });
}

async function upload(body: FormData, headers: Record<string, string> = {}, path = '/v1/tenders') {
  const response = await system.send('POST', path, { key: system.keys.a, body, headers });
  expect(response.status).toBe(202);
  return { response, body: await read(uploadedSchema, response) };
}

async function refused(body: FormData, path = '/v1/tenders') {
  const response = await system.send('POST', path, { key: system.keys.a, body });
  const { status, code } = await read(problemSchema, response);
  return { response, status, code };
}

async function tenderOf(id: string, query = '') {
  return await read(tenderSchema, await system.get(`/v1/tenders/${id}${query}`, system.keys.a));
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

test('an upload is answered with where to look, and its bytes, rows and jobs are there', async () => {
  const bytes = pdf('first');
  const fields = { title: ' Road works ', externalId: 'X-1', priority: '5' };
  const { response, body } = await upload(form([{ bytes, name: 'notice.pdf' }], fields));
  expect(response.headers.get('location')).toBe(`/v1/tenders/${body.id}`);
  expect(body).toEqual({
    id: expect.any(String),
    status: 'received',
    version: 1,
    documents: [
      {
        id: expect.any(String),
        filename: 'notice.pdf',
        sha256: sha256(bytes),
        bytes: bytes.length,
        status: 'received',
        duplicateOf: null,
      },
    ],
  });
  const { rows } = await system.db.query(
    `select type, tenant_id, priority, payload, headers from queue.jobs where payload ->> 'documentId' = $1`,
    [body.documents[0]?.id],
  );
  expect(rows).toEqual([
    {
      type: 'document.inspect',
      tenant_id: system.tenants.a,
      priority: 5,
      payload: { documentId: body.documents[0]?.id },
      headers: expect.objectContaining({ requestId: response.headers.get('x-request-id') }),
    },
  ]);
  expect(await system.store.head(documentKey(system.tenants.a, sha256(bytes)))).toMatchObject({
    size: bytes.length,
  });
  expect((await system.stored()).spooled).toBe(0);

  const tender = await tenderOf(body.id);
  expect(tender).toMatchObject({
    title: 'Road works',
    externalId: 'X-1',
    priority: 5,
    status: 'received',
    version: 1,
    pages: { total: 0, done: 0, failed: 0 },
    fields: [],
    finishedAt: null,
  });
});

test('rows and job are written by one transaction', async () => {
  const { body } = await upload(form([{ bytes: pdf('one transaction') }]));
  const { rows } = await system.db.query(
    `select t.xmin::text as tender, v.xmin::text as version, d.xmin::text as document, j.xmin::text as job
     from tender.tenders t
     join tender.versions v on v.tender_id = t.id
     join tender.documents d on d.tender_id = t.id
     join queue.jobs j on j.payload ->> 'documentId' = d.id::text
     where t.id = $1`,
    [body.id],
  );
  expect(rows).toHaveLength(1);
  expect(new Set(Object.values(rows[0])).size).toBe(1);
});

test('a transaction that rolls back leaves neither rows nor jobs', async () => {
  const before = await system.stored();
  const rolledBack = withTenant(system.apiPool, system.tenants.a, async (tx) => {
    const made = await createTender(tx, {
      tenantId: system.tenants.a,
      files: [{ filename: 'a.pdf', sha256: sha256(pdf('rolled back')), bytes: 1 }],
    });
    const seen = await tx.query(`select from queue.jobs where payload ->> 'documentId' = $1`, [
      made.documents[0]?.id,
    ]);
    expect(seen.rowCount).toBe(1);
    throw new Error('no');
  });
  await expect(rolledBack).rejects.toThrow('no');
  expect(await system.stored()).toEqual(before);
});

test('a store that fails before or in the transaction leaves neither rows nor jobs', async () => {
  const before = await system.stored();
  const away = async () => {
    throw new StorageUnavailableError('away');
  };
  for (const name of ['put', 'head'] as const) {
    faults = { [name]: away };
    const { response, status, code } = await refused(form([{ bytes: pdf('store fails') }]));
    expect({ status, code }).toEqual({ status: 503, code: 'storage_unavailable' });
    expect(response.headers.get('retry-after')).not.toBeNull();
  }
  const { objects: _, ...after } = await system.stored();
  expect(before).toMatchObject(after);
});

test('the same bytes twice in one upload are one document to read', async () => {
  const bytes = pdf('twice');
  const { body } = await upload(
    form([
      { bytes, name: 'a.pdf' },
      { bytes, name: 'b.pdf' },
    ]),
  );
  const [first, second] = body.documents;
  expect(first?.duplicateOf).toBeNull();
  expect(second).toMatchObject({ filename: 'b.pdf', duplicateOf: first?.id });
  const jobs = await system.db.query(`select from queue.jobs where payload ->> 'documentId' = any($1)`, [
    [first?.id, second?.id],
  ]);
  expect(jobs.rowCount).toBe(1);
});

test('the same bytes at the same moment as additions to one tender are read once', async () => {
  const { body } = await upload(form([{ bytes: pdf('notice') }]));
  const path = `/v1/tenders/${body.id}/documents`;
  const added = await Promise.all(
    Array.from({ length: 6 }, () =>
      upload(form([{ bytes: pdf('addendum'), name: 'addendum.pdf' }]), {}, path),
    ),
  );
  expect(added.map((each) => each.body.version).sort()).toEqual([2, 3, 4, 5, 6, 7]);
  const firsts = added.filter((each) => each.body.documents[0]?.duplicateOf === null);
  expect(firsts).toHaveLength(1);
  const { rows } = await system.db.query(
    `select ordinal from tender.documents where tender_id = $1 order by 1`,
    [body.id],
  );
  expect(rows.map((row) => row.ordinal)).toEqual([0, 1, 2, 3, 4, 5, 6]);
});

test('an addition keeps the first version in view and says which is newest', async () => {
  const { body } = await upload(form([{ bytes: pdf('v1') }]));
  const added = await upload(form([{ bytes: pdf('v2') }]), {}, `/v1/tenders/${body.id}/documents`);
  expect(added.body).toMatchObject({ id: body.id, version: 2 });
  const tender = await tenderOf(body.id);
  expect(tender).toMatchObject({ version: 1, latestVersion: 2, status: 'received' });
  expect(tender.documents).toHaveLength(2);
  const old = await tenderOf(body.id, '?version=1');
  expect(old.documents).toHaveLength(1);
  expect((await system.get(`/v1/tenders/${body.id}?version=3`, system.keys.a)).status).toBe(404);
});

test('an addition has no title of its own', async () => {
  const { body } = await upload(form([{ bytes: pdf('titled') }]));
  const { status, code } = await refused(
    form([{ bytes: pdf('x') }], { title: 'x' }),
    `/v1/tenders/${body.id}/documents`,
  );
  expect({ status, code }).toEqual({
    status: 400,
    code: 'invalid_request',
  });
});

test('an object that is deleted between upload and commit is stored again', async () => {
  const bytes = pdf('raced');
  const key = documentKey(system.tenants.a, sha256(bytes));
  let puts = 0;
  faults = {
    async put(...given) {
      puts += 1;
      await system.store.put(...given);
      // As a deletion does that found no row with these bytes yet.
      if (puts === 1) await system.store.delete(key);
    },
  };
  await upload(form([{ bytes }]));
  expect(await system.store.head(key)).not.toBeNull();
});

test('deleting takes rows and jobs along, and only the objects that nothing else needs', async () => {
  const shared = pdf('shared');
  const own = pdf('own');
  const kept = await upload(form([{ bytes: shared }]));
  const gone = await upload(form([{ bytes: shared }, { bytes: own }]));
  const response = await system.send('DELETE', `/v1/tenders/${gone.body.id}`, { key: system.keys.a });
  expect({ status: response.status, body: await response.text() }).toEqual({ status: 204, body: '' });

  expect((await system.get(`/v1/tenders/${gone.body.id}`, system.keys.a)).status).toBe(404);
  expect(await system.store.head(documentKey(system.tenants.a, sha256(shared)))).not.toBeNull();
  expect(await system.store.head(documentKey(system.tenants.a, sha256(own)))).toBeNull();
  const { rows } = await system.db.query(
    `select status from queue.jobs where payload ->> 'documentId' = any($1) and type = 'document.inspect'`,
    [gone.body.documents.map((document) => document.id)],
  );
  expect(rows.map((row) => row.status)).toEqual(['cancelled', 'cancelled']);
  expect((await system.get(`/v1/tenders/${kept.body.id}`, system.keys.a)).status).toBe(200);
  const again = await system.send('DELETE', `/v1/tenders/${gone.body.id}`, { key: system.keys.a });
  expect(again.status).toBe(404);
});

test('the list is paged, newest first, without gaps or doubles while others are added', async () => {
  const seen: string[] = [];
  let cursor: string | null = '';
  let pages = 0;
  do {
    const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
    const list = await read(tenderListSchema, await system.get(`/v1/tenders?limit=2${query}`, system.keys.a));
    seen.push(...list.items.map((item) => item.id));
    cursor = list.nextCursor;
    pages += 1;
    await upload(form([{ bytes: pdf(`later ${pages}`) }]));
  } while (cursor !== null && pages < 50);
  const { rows } = await system.db.query(`select id from tender.tenders order by created_at desc, id desc`);
  expect(seen).toEqual(rows.map((row) => row.id).slice(pages));
});

test.each(['x', 'W10', encodeURIComponent('{"a":1}')])('a cursor that is none: %s', async (cursor) => {
  const response = await system.get(`/v1/tenders?cursor=${cursor}`, system.keys.a);
  expect(await read(problemSchema, response)).toMatchObject({ status: 400, code: 'invalid_request' });
});
