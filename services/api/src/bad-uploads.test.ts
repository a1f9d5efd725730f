import { once } from 'node:events';
import { connect } from 'node:net';
import { problemSchema } from '@tender/tenders';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { form, pdf } from './testing/files.ts';
import { read, startTestSystem, type TestSystem } from './testing/test-system.ts';

/** What an upload can have wrong: a problem document with its code and status, and nothing kept anywhere. */

let system: TestSystem;
beforeAll(async () => {
  system = await startTestSystem();
});
afterAll(() => system.close());

const NOTHING = { tenders: 0, documents: 0, jobs: 0, objects: 0, spooled: 0 };
const good = () => ({ bytes: pdf() });
const bytes = (text: string) => Buffer.from(text);

async function expectRefusal(response: Response, status: number, code: string): Promise<void> {
  const body = await read(problemSchema, response);
  expect({ status: response.status, code: body.code }).toEqual({ status, code });
  expect(response.headers.get('content-type')).toBe('application/problem+json');
  expect(body.status).toBe(status);
  expect(body.requestId).toBe(response.headers.get('x-request-id'));
}

async function expectNothingKept(): Promise<void> {
  await expect.poll(() => system.stored(), { timeout: 20_000 }).toEqual(NOTHING);
}

const CASES: [what: string, body: () => FormData, status: number, code: string][] = [
  [
    'a text file with a .pdf name',
    () => form([{ bytes: bytes('Dear bidder, please find attached.') }]),
    415,
    'not_a_pdf',
  ],
  [
    'a log-in page that mentions a PDF header',
    () =>
      form([{ bytes: bytes('<html><p>Your session has ended. %PDF-1.4 is available. 1 0 obj</p></html>') }]),
    415,
    'not_a_pdf',
  ],
  ['an empty file', () => form([{ bytes: bytes('') }]), 422, 'empty_file'],
  ['a header and nothing else', () => form([{ bytes: bytes('%PDF-1.7\n') }]), 422, 'damaged_pdf'],
  [
    'noise after a header',
    () => form([{ bytes: bytes(`%PDF-1.7\n${'\u00fe\u0082'.repeat(30_000)}`) }]),
    422,
    'damaged_pdf',
  ],
  [
    'a file that is too large',
    () => form([{ bytes: Buffer.concat([pdf(), Buffer.alloc(1_048_576)]) }]),
    413,
    'file_too_large',
  ],
  ['too many files', () => form([good(), good(), good(), good()]), 413, 'too_many_files'],
  ['a bad file after a good one', () => form([good(), { bytes: bytes('no') }]), 415, 'not_a_pdf'],
  ['no file', () => form([], { title: 'x' }), 400, 'no_files'],
  ['an empty form', () => form([]), 400, 'no_files'],
  ['a NUL in the title', () => form([good()], { title: 'Road\0works' }), 400, 'invalid_request'],
  ['a line break in the title', () => form([good()], { title: 'Road\nworks' }), 400, 'invalid_request'],
  ['a title that is too long', () => form([good()], { title: 'x'.repeat(501) }), 400, 'invalid_request'],
  [
    'a field too long to be kept',
    () => form([good()], { title: 'x'.repeat(20_000) }),
    400,
    'invalid_request',
  ],
  ['a priority that is no number', () => form([good()], { priority: 'high' }), 400, 'invalid_request'],
  ['a priority out of range', () => form([good()], { priority: '99' }), 400, 'invalid_request'],
  ['a field that this form has not', () => form([good()], { tenantId: '1' }), 400, 'invalid_request'],
  [
    'a field named like a prototype',
    () => form([good()], { ['__proto__']: 'x', constructor: 'x' }),
    400,
    'malformed_multipart',
  ],
];

test.each(CASES)('%s', async (_what, body, status, code) => {
  const response = await system.send('POST', '/v1/tenders', { key: system.keys.a, body: body() });
  await expectRefusal(response, status, code);
  await expectNothingKept();
});

test('files that are too large together', async () => {
  const large = Buffer.concat([pdf(), Buffer.alloc(1_000_000)]);
  const body = form([{ bytes: large }, { bytes: large }, { bytes: large }]);
  const response = await system.send('POST', '/v1/tenders', { key: system.keys.a, body });
  await expectRefusal(response, 413, 'upload_too_large');
  await expectNothingKept();
});

test('a field that stands in the form twice', async () => {
  const body = form([good()], { title: 'one' });
  body.append('title', 'two');
  const response = await system.send('POST', '/v1/tenders', { key: system.keys.a, body });
  await expectRefusal(response, 400, 'invalid_request');
  await expectNothingKept();
});

test('a file under another name than "file"', async () => {
  const body = new FormData();
  body.append('document', new Blob([pdf()]), 'tender.pdf');
  const response = await system.send('POST', '/v1/tenders', { key: system.keys.a, body });
  await expectRefusal(response, 400, 'invalid_request');
  await expectNothingKept();
});

const BROKEN_FORMS: [what: string, type: string, body: string, status: number, code: string][] = [
  ['JSON instead of a form', 'application/json', '{"file": "x"}', 415, 'unsupported_media_type'],
  ['JSON that is none', 'application/json', '{"file": ', 400, 'invalid_json'],
  ['another content type', 'text/plain', 'x', 415, 'unsupported_media_type'],
  ['a form without a boundary', 'multipart/form-data', 'x', 400, 'malformed_multipart'],
  [
    'a boundary that never comes',
    'multipart/form-data; boundary=b',
    'nothing of the kind',
    400,
    'malformed_multipart',
  ],
  [
    'a part that is cut off',
    'multipart/form-data; boundary=b',
    `--b\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n${pdf()}`,
    400,
    'malformed_multipart',
  ],
  ['an empty body', 'multipart/form-data; boundary=b', '', 400, 'no_files'],
];

test.each(BROKEN_FORMS)('%s', async (_what, type, body, status, code) => {
  const response = await system.send('POST', '/v1/tenders', {
    key: system.keys.a,
    body,
    headers: { 'content-type': type },
  });
  await expectRefusal(response, status, code);
  await expectNothingKept();
});

test('a wrong key is refused, and so is none', async () => {
  for (const key of [undefined, 'x', 'tk_unknown00_0123456789abcdef0123', `${system.keys.a}x`]) {
    const response = await system.send('POST', '/v1/tenders', {
      body: form([good()]),
      ...(key === undefined ? {} : { key }),
    });
    await expectRefusal(response, 401, 'unauthorized');
    expect(response.headers.get('www-authenticate')).toBe('Bearer');
  }
  await expectNothingKept();
});

test("an operator's key opens no tenant's route", async () => {
  const response = await system.send('POST', '/v1/tenders', {
    key: system.keys.operator,
    body: form([good()]),
  });
  await expectRefusal(response, 403, 'forbidden');
  await expectNothingKept();
});

test('an upload that announces too much is refused before its body is read', async () => {
  const { hostname, port } = new URL(system.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(
    [
      'POST /v1/tenders HTTP/1.1',
      'host: x',
      `authorization: Bearer ${system.keys.a}`,
      'content-type: multipart/form-data; boundary=b',
      'content-length: 10000000000',
      'expect: 100-continue',
      '',
      '',
    ].join('\r\n'),
  );
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toMatch(/^HTTP\/1\.1 413 /);
  expect(String(answer)).toContain('"code":"upload_too_large"');
  socket.destroy();
  await expectNothingKept();
});

test('a client that expects a go-ahead gets one and is served', async () => {
  const { hostname, port } = new URL(system.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const body = '--b\r\ncontent-disposition: form-data; name="title"\r\n\r\nx\r\n--b--\r\n';
  socket.write(
    [
      'POST /v1/tenders HTTP/1.1',
      'host: x',
      `authorization: Bearer ${system.keys.a}`,
      'content-type: multipart/form-data; boundary=b',
      `content-length: ${body.length}`,
      'expect: 100-continue',
      '',
      '',
    ].join('\r\n'),
  );
  const [goAhead] = await once(socket, 'data');
  expect(String(goAhead)).toMatch(/^HTTP\/1\.1 100 /);
  socket.write(body);
  const [answer] = await once(socket, 'data');
  expect(String(answer)).toContain('"code":"no_files"');
  socket.destroy();
});

test('a client that goes away half way leaves nothing', async () => {
  const { hostname, port } = new URL(system.url);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.write(
    [
      'POST /v1/tenders HTTP/1.1',
      'host: x',
      `authorization: Bearer ${system.keys.a}`,
      'content-type: multipart/form-data; boundary=b',
      'content-length: 500000',
      '',
      `--b\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n${pdf()}`,
    ].join('\r\n'),
  );
  await expect.poll(async () => (await system.stored()).spooled, { timeout: 20_000 }).toBe(1);
  socket.destroy();
  await expectNothingKept();
});

test('a connection stays good after a refusal', async () => {
  for (let i = 0; i < 3; i += 1) {
    const large = Buffer.concat([pdf(), Buffer.alloc(1_900_000)]);
    const response = await system.send('POST', '/v1/tenders', {
      key: system.keys.a,
      body: form([{ bytes: large }]),
    });
    await expectRefusal(response, 413, 'file_too_large');
  }
  await expectNothingKept();
});
