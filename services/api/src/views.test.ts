import { createHash } from 'node:crypto';
import { documentSchema, pageSchema, tenderListSchema, tenderSchema, uploadedSchema } from '@tender/tenders';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { form, pdf } from './testing/files.ts';
import { read, startTestSystem, type TestSystem } from './testing/test-system.ts';

/** What a tender, a document and a page look like once workers have read them: their rows are written here by hand. */

const notice = pdf('notice');
const broken = pdf('broken');
let system: TestSystem;
let ids: { tender: string; notice: string; copy: string; broken: string };

beforeAll(async () => {
  system = await startTestSystem();
  const files = [
    { bytes: notice, name: 'notice "1".pdf' },
    { bytes: notice, name: 'copy.pdf' },
    { bytes: broken, name: 'broken.pdf' },
  ];
  const { id, documents } = await read(
    uploadedSchema,
    await system.send('POST', '/v1/tenders', { key: system.keys.a, body: form(files) }),
  );
  const [first, copy, third] = documents.map((document) => document.id);
  ids = { tender: id, notice: first ?? '', copy: copy ?? '', broken: third ?? '' };
  await asWorkersWould();
});
afterAll(() => system.close());

async function asWorkersWould(): Promise<void> {
  const { db, tenants } = system;
  await db.query(
    `update tender.documents set status = 'ready', page_count = 2, kind = 'notice', language = 'eng', finished_at = now(),
            warnings = '[{"code": "attachments_not_read", "message": "Attached files were not read."}]'
     where id = $1`,
    [ids.notice],
  );
  await db.query(
    `update tender.documents set status = 'failed', error_code = 'encrypted', error_message = 'Locked.', finished_at = now()
     where id = $1`,
    [ids.broken],
  );
  const words = [
    ['EUR', 72, 100, 99.5, 112, 0.98, 0],
    ['480,000', 102, 100, 150, 112, 0.91, 0],
  ];
  await db.query(
    `insert into tender.pages (document_id, page_no, tenant_id, status, triage, triage_reason, source, reason, message, width,
                               height, rotate, confidence, text, words)
     values ($1, 1, $2, 'done', 'ocr', 'scan', 'ocr', null, null, 595.5, 842, 90, 0.9, 'EUR 480,000', $3),
            ($1, 2, $2, 'failed', 'ocr', 'scan', null, 'page_timeout', 'Reading this page took too long.', 595, 842, 0, null, null, null)`,
    [ids.notice, tenants.a, JSON.stringify(words)],
  );
  await db.query(
    `update tender.versions
     set status = 'ready_with_warnings', finished_at = now(), language = 'eng',
         absent = '[{"name": "lots", "reason": "stated_absent"}]',
         warnings = '[{"code": "conflicting_values", "field": "title", "message": "Two titles."}]'
     where tender_id = $1`,
    [ids.tender],
  );
  const evidence = [{ documentId: ids.notice, page: 1, quote: 'EUR 480,000', boxes: [[72, 100, 150, 112]] }];
  await db.query(
    `insert into tender.fields (tender_id, version, name, tenant_id, value, text, confidence, status, source, evidence, scores)
     values ($1, 1, 'estimatedValue', $2, '{"amount": "480000.00", "currency": "EUR"}', 'EUR 480,000', 0.95, 'verified', 'rules', $3,
             '{"reading": 0.91, "match": 1}'),
            ($1, 1, 'title', $2, '"Harbour works"', 'Harbour works', 0.9, 'verified', 'rules', $3, null)`,
    [ids.tender, tenants.a, JSON.stringify(evidence)],
  );
}

test('a tender shows its fields with their evidence, what is absent and what was noticed', async () => {
  const tender = await read(tenderSchema, await system.get(`/v1/tenders/${ids.tender}`, system.keys.a));
  expect(tender).toMatchObject({
    status: 'ready_with_warnings',
    version: 1,
    language: 'eng',
    pages: { total: 2, done: 1, failed: 1 },
    absent: [{ name: 'lots', reason: 'stated_absent' }],
  });
  expect(tender.fields.map((field) => field.name)).toEqual(['estimatedValue', 'title']);
  expect(tender.fields[0]).toEqual({
    name: 'estimatedValue',
    value: { amount: '480000.00', currency: 'EUR' },
    text: 'EUR 480,000',
    confidence: expect.closeTo(0.95, 5),
    status: 'verified',
    source: 'rules',
    evidence: [{ documentId: ids.notice, page: 1, quote: 'EUR 480,000', boxes: [[72, 100, 150, 112]] }],
    scores: { reading: 0.91, match: 1 },
  });
  expect(tender.warnings).toEqual([
    { code: 'conflicting_values', field: 'title', message: 'Two titles.' },
    { code: 'encrypted', documentId: ids.broken, message: 'Locked.' },
    { code: 'attachments_not_read', documentId: ids.notice, message: 'Attached files were not read.' },
    { code: 'page_timeout', documentId: ids.notice, page: 2, message: 'Reading this page took too long.' },
  ]);
});

test('a document with the bytes of another follows that one, page by page', async () => {
  const copy = await read(documentSchema, await system.get(`/v1/documents/${ids.copy}`, system.keys.a));
  expect(copy).toMatchObject({
    filename: 'copy.pdf',
    duplicateOf: ids.notice,
    status: 'ready',
    pageCount: 2,
    pages: { total: 2, done: 1, failed: 1 },
  });
  const page = await read(pageSchema, await system.get(`/v1/documents/${ids.copy}/pages/1`, system.keys.a));
  expect(page.text).toBe('EUR 480,000');
});

test('a page has its words with their boxes', async () => {
  const page = await read(pageSchema, await system.get(`/v1/documents/${ids.notice}/pages/1`, system.keys.a));
  expect(page).toEqual({
    page: 1,
    status: 'done',
    source: 'ocr',
    reason: 'scan',
    message: null,
    width: 595.5,
    height: 842,
    rotate: 90,
    confidence: expect.closeTo(0.9, 5),
    text: 'EUR 480,000',
    words: [
      { text: 'EUR', box: [72, 100, 99.5, 112], confidence: 0.98, line: 0 },
      { text: '480,000', box: [102, 100, 150, 112], confidence: 0.91, line: 0 },
    ],
    warnings: [],
  });
});

test('a page that failed says why', async () => {
  const page = await read(pageSchema, await system.get(`/v1/documents/${ids.notice}/pages/2`, system.keys.a));
  expect(page).toMatchObject({ status: 'failed', reason: 'page_timeout', words: [], text: null });
});

test.each(['3', '0', '-1', 'x', '1.5', '99999999999999'])('there is no page %s', async (page) => {
  const response = await system.get(`/v1/documents/${ids.notice}/pages/${page}`, system.keys.a);
  expect(response.status).toBe(404);
  await response.body?.cancel();
});

test('the list shows the fields that name a tender', async () => {
  const { items } = await read(tenderListSchema, await system.get('/v1/tenders', system.keys.a));
  expect(items.map((item) => item.fields.map((field) => field.name))).toEqual([['title']]);
});

test('the original comes back as it was, as a file to save that no browser runs', async () => {
  const response = await system.get(`/v1/documents/${ids.notice}/original`, system.keys.a);
  expect(response.status).toBe(200);
  expect(Buffer.from(await response.arrayBuffer()).equals(notice)).toBe(true);
  expect(response.headers.get('content-type')).toBe('application/pdf');
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="notice _1_\.pdf"/);
  expect(response.headers.get('content-security-policy')).toContain('sandbox');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(response.headers.get('etag')).toBe(`"${createHash('sha256').update(notice).digest('hex')}"`);
});

test('a part of the original can be asked for', async () => {
  const path = `/v1/documents/${ids.notice}/original`;
  const part = await system.get(path, system.keys.a, { range: 'bytes=5-14' });
  expect({ status: part.status, range: part.headers.get('content-range') }).toEqual({
    status: 206,
    range: `bytes 5-14/${notice.length}`,
  });
  expect(await part.text()).toBe(notice.toString('latin1').slice(5, 15));
  const outside = await system.get(path, system.keys.a, { range: `bytes=${notice.length}-` });
  expect({ status: outside.status, range: outside.headers.get('content-range') }).toEqual({
    status: 416,
    range: `bytes */${notice.length}`,
  });
  const other = await system.get(path, system.keys.a, { range: 'bytes=0-3', 'if-range': '"another"' });
  expect(other.status).toBe(200);
  await other.body?.cancel();
  const unchanged = await system.get(path, system.keys.a, {
    'if-none-match': part.headers.get('etag') ?? '',
  });
  expect(unchanged.status).toBe(304);
});

test('an original whose object is gone is told apart from one that never was', async () => {
  const sha256 = createHash('sha256').update(broken).digest('hex');
  await system.store.delete(`tenants/${system.tenants.a}/documents/${sha256}.pdf`);
  const response = await system.get(`/v1/documents/${ids.broken}/original`, system.keys.a);
  expect({ status: response.status, body: await response.json() }).toMatchObject({
    status: 410,
    body: { code: 'object_missing' },
  });
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  expect(response.headers.get('content-disposition')).toBeNull();
});
