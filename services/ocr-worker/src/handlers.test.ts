import { DocumentError } from '@tender/ocr';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { inspectionOf, pageOf, startTestReading, type TestReading } from './testing/test-reading.ts';

let reading: TestReading;
beforeEach(async () => {
  reading = await startTestReading();
});
afterEach(() => reading.close());

async function jobs(type: string) {
  const { rows } = await reading.db.query(
    `select status, attempts, last_error, run_after > now() as later, payload from queue.jobs where type = $1 order by id`,
    [type],
  );
  return rows;
}

test('a document goes from upload to read pages, in its language', async () => {
  const asked: unknown[] = [];
  reading.reader = {
    inspect: async () => inspectionOf(6),
    readPage: async (_file, page, options) => {
      asked.push(options?.languages);
      return page === 3
        ? pageOf(page, { status: 'failed', source: null, text: '', reason: 'page_timeout', message: 'x' })
        : pageOf(page);
    },
  };
  const { id } = await reading.upload('a');
  await reading.startWorker();
  await reading.eventually(async () =>
    expect(await reading.pages(id)).toEqual([
      'done page 1',
      'done page 2',
      'failed page_timeout ',
      'done page 4',
      'done page 5',
      'done page 6',
    ]),
  );
  expect(await reading.document(id)).toMatchObject({ status: 'processing', page_count: 6, language: 'deu' });
  expect(asked).toEqual(Array(6).fill(['deu', 'eng']));
  await reading.eventually(async () =>
    expect(await jobs('pages.ocr')).toMatchObject([{ status: 'done' }, { status: 'done' }]),
  );
  expect(await jobs('document.settle')).toMatchObject([
    { payload: { documentId: id, after: 'inspect' } },
    { payload: { documentId: id, after: 'pages' } },
  ]);
});

test('a document that can not be read fails with its sentence, and its job has done its work', async () => {
  reading.reader.inspect = async () => {
    throw new DocumentError('encrypted', 'The PDF is locked.');
  };
  const { id } = await reading.upload('a');
  await reading.startWorker();
  await reading.eventually(async () =>
    expect(await reading.document(id)).toMatchObject({
      status: 'failed',
      error_code: 'encrypted',
      error_message: 'The PDF is locked.',
    }),
  );
  expect(await jobs('document.inspect')).toMatchObject([{ status: 'done', attempts: 1 }]);
  const { rows } = await reading.db.query(`select status, error_code from tender.versions`);
  expect(rows).toEqual([{ status: 'failed', error_code: 'all_documents_failed' }]);
});

test.each([
  ['gone', null, 'object_missing'],
  ['other bytes', 'b', 'object_corrupt'],
  ['other bytes of the same length', 'x', 'object_corrupt'],
])('a stored file that is %s fails the document', async (_what, stored, code) => {
  const { id } = await reading.upload('a', { stored });
  await reading.startWorker();
  await reading.eventually(async () =>
    expect(await reading.document(id)).toMatchObject({ status: 'failed', error_code: code }),
  );
  expect(await jobs('document.inspect')).toMatchObject([{ status: 'done' }]);
});

test('a page whose document opens no more is a failed page', async () => {
  reading.reader = {
    inspect: async () => inspectionOf(2),
    readPage: async (_file, page) => {
      if (page === 1) throw new DocumentError('damaged', 'The PDF is damaged.');
      return pageOf(page);
    },
  };
  const { id } = await reading.upload('a');
  await reading.startWorker();
  await reading.eventually(async () =>
    expect(await reading.pages(id)).toEqual(['failed damaged ', 'done page 2']),
  );
});

test('a job that starts again reads the pages that are left, each once', async () => {
  const read: number[] = [];
  let fail = true;
  reading.reader = {
    inspect: async () => inspectionOf(4),
    readPage: async (_file, page) => {
      if (page === 3 && fail) throw new Error('the reader is ill');
      read.push(page);
      return pageOf(page);
    },
  };
  const { id } = await reading.upload('a');
  await reading.startWorker();
  await reading.eventually(async () =>
    expect(await jobs('pages.ocr')).toMatchObject([
      {
        status: 'queued',
        attempts: 1,
        later: true,
        last_error: expect.stringContaining('the reader is ill'),
      },
    ]),
  );
  fail = false;
  await reading.db.query(`update queue.jobs set run_after = now()`);
  await reading.eventually(async () => expect(await jobs('pages.ocr')).toMatchObject([{ status: 'done' }]));
  expect(read).toEqual([1, 2, 3, 4]);
  expect(await reading.pages(id)).toEqual(['done page 1', 'done page 2', 'done page 3', 'done page 4']);
});

test('a worker that stops gives the page it reads back, uncharged', async () => {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  let patient = false;
  reading.reader = {
    inspect: async () => inspectionOf(2),
    readPage: async (_file, page, options) => {
      if (page === 1 || patient) return pageOf(page);
      begin();
      return await new Promise((_resolve, reject) =>
        options?.signal?.addEventListener('abort', () => reject(options.signal?.reason)),
      );
    },
  };
  const { id } = await reading.upload('a');
  const worker = await reading.startWorker();
  await begun;
  await worker.stop();
  expect(await jobs('pages.ocr')).toMatchObject([{ status: 'queued', attempts: 0, later: false }]);
  expect(await reading.pages(id)).toEqual(['done page 1', 'pending']);
  patient = true;
  await reading.startWorker();
  await reading.eventually(async () =>
    expect(await reading.pages(id)).toEqual(['done page 1', 'done page 2']),
  );
});

test('a document that is deleted while it is read: nothing is written, nothing fails', async () => {
  const { promise: deleted, resolve: letGo } = Promise.withResolvers<void>();
  reading.reader = {
    inspect: async () => inspectionOf(1),
    readPage: async (_file, page) => deleted.then(() => pageOf(page)),
  };
  const { id, tenderId } = await reading.upload('a');
  await reading.startWorker();
  await reading.eventually(async () =>
    expect(await jobs('pages.ocr')).toMatchObject([{ status: 'running' }]),
  );
  await reading.db.query(`delete from tender.tenders where id = $1`, [tenderId]);
  letGo();
  await reading.eventually(async () => expect(await jobs('pages.ocr')).toMatchObject([{ status: 'done' }]));
  expect(await reading.pages(id)).toEqual([]);
});

test('kill points are passed in order, with the hash of the document', async () => {
  const passed: string[] = [];
  const { id } = await reading.upload('a');
  await reading.startWorker((name, subject) => passed.push(`${name} ${subject?.slice(0, 4)}`));
  await reading.eventually(async () => expect(await reading.pages(id)).toEqual(['done page 1']));
  await reading.eventually(async () => expect(await jobs('pages.ocr')).toMatchObject([{ status: 'done' }]));
  expect(passed).toEqual(
    ['claimed', 'inspected', 'claimed', 'page_read', 'page_commit', 'page_committed'].map(
      (name) => `${name} ca97`,
    ),
  );
});
