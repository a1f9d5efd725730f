import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ensureBucket } from './ensure-bucket.ts';
import {
  BucketUnavailableError,
  ChecksumMismatchError,
  ObjectNotFoundError,
  StorageRefusedError,
  StorageUnavailableError,
} from './errors.ts';
import {
  type Answer,
  bytesOk,
  emptyOk,
  type FaultyServer,
  s3Error,
  startFaultyServer,
} from './faulty-server.ts';
import type { ObjectStore } from './object-store.ts';
import { createS3Store } from './s3-store.ts';

const bytes = Buffer.alloc(300_000, 'x');
const announced = { contentLength: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') };

let server: FaultyServer;
let store: ObjectStore;

async function start(...answers: [Answer, ...Answer[]]): Promise<void> {
  server = await startFaultyServer(...answers);
  store = createS3Store(server.options);
}

beforeEach(() => {
  vi.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await store.close();
  await server.close();
});

describe('what passes is tried again, a few times', () => {
  test.each([
    ['503 SlowDown', s3Error(503, 'SlowDown')],
    ['500', s3Error(500, 'InternalError')],
    ['429', s3Error(429, 'TooManyRequests')],
    [
      'a body of a proxy',
      (_request: unknown, response: Parameters<Answer>[1]) =>
        void response.writeHead(502).end('<html>Bad gateway</html>'),
    ],
    ['a cut connection', (request: Parameters<Answer>[0]) => void request.socket.destroy()],
    ['silence', () => {}],
    [
      'a clock that is wrong',
      s3Error(403, 'RequestTimeTooSkewed', { date: new Date(Date.now() + 3_600_000).toUTCString() }),
    ],
  ] as [string, Answer][])('%s, then an answer', async (_name, fault) => {
    await start(fault, bytesOk('hello'));
    const { body } = await store.get('a');
    expect(String(await buffer(body))).toBe('hello');
    expect(server.requests).toEqual(['GET /documents/a', 'GET /documents/a']);
  });

  test('three tries, then the error with status and cause', async () => {
    await start(s3Error(503, 'SlowDown'));
    const failed = store.head('a');
    await expect(failed).rejects.toThrow(StorageUnavailableError);
    await expect(failed).rejects.toMatchObject({
      code: 'storage_unavailable',
      status: 503,
      retryAfterMs: null,
    });
    expect(server.requests.length).toBe(3);
  });

  test('a store that is not there', async () => {
    await start(emptyOk);
    await server.close();
    await expect(store.get('a')).rejects.toMatchObject({ code: 'storage_unavailable', status: null });
  });

  test('a short Retry-After is waited for, a long one is handed to the caller at once', async () => {
    await start(
      s3Error(503, 'SlowDown', { 'retry-after': '0' }),
      s3Error(503, 'SlowDown', { 'retry-after': '3600' }),
    );
    await expect(store.get('a')).rejects.toMatchObject({ status: 503, retryAfterMs: 3_600_000 });
    expect(server.requests.length).toBe(2);
  });

  test('a signal ends the waiting', async () => {
    const controller = new AbortController();
    await start((_request, response) => {
      s3Error(503, 'SlowDown', { 'retry-after': '4' })(_request, response);
      response.once('close', () => setImmediate(() => controller.abort(new Error('given up'))));
    });
    await expect(store.get('a', { signal: controller.signal })).rejects.toThrow('given up');
    expect(server.requests.length).toBe(1);
  });
});

describe('what does not pass is not tried again', () => {
  test.each([
    [403, 'AccessDenied', StorageRefusedError],
    [403, 'SignatureDoesNotMatch', StorageRefusedError],
    [403, 'InvalidAccessKeyId', StorageRefusedError],
    [400, 'InvalidRequest', StorageRefusedError],
    [301, 'PermanentRedirect', StorageRefusedError],
    [404, 'NoSuchKey', ObjectNotFoundError],
    [404, 'NoSuchBucket', BucketUnavailableError],
  ])('%i %s', async (status, code, error) => {
    await start(s3Error(status, code));
    await expect(store.get('a')).rejects.toThrow(error);
    expect(server.requests.length).toBe(1);
  });

  test('the store says that the bytes it received are others', async () => {
    await start(s3Error(400, 'XAmzContentSHA256Mismatch'));
    await expect(store.put('a', bytes, announced)).rejects.toThrow(ChecksumMismatchError);
    expect(server.requests.length).toBe(1);
  });

  test('no error text or cause holds the secret', async () => {
    await start(s3Error(403, 'AccessDenied'));
    const error = await store.get('a').catch((reason: unknown) => reason);
    const { inspect } = await import('node:util');
    expect(inspect(error, { depth: 8, showHidden: true })).not.toContain('CANARY');
  });
});

describe('get', () => {
  /** Announces more bytes than it sends. */
  const truncated: Answer = (_request, response) => {
    response.writeHead(200, { 'content-length': '1000' });
    response.write('x'.repeat(400));
    setImmediate(() => response.destroy());
  };

  test('a body that breaks off fails, and is not the end of an object', async () => {
    await start(truncated);
    const { body, size } = await store.get('a');
    expect(size).toBe(1_000);
    const read = buffer(body);
    await expect(read).rejects.toThrow(StorageUnavailableError);
    await expect(read).rejects.toThrow(/broke off after \d+ of 1000 bytes/);
  });

  test('a body that stops moving fails', async () => {
    await start((_request, response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('x'.repeat(400));
    });
    const { body } = await store.get('a');
    await expect(buffer(body)).rejects.toThrow(StorageUnavailableError);
  });

  test('a body ends when the signal says so, also while the store is silent', async () => {
    await start((_request, response) => {
      response.writeHead(200, { 'content-length': '1000' });
      response.write('x');
    });
    const patient = createS3Store({ ...server.options, timeouts: { idle: 60_000 } });
    const controller = new AbortController();
    const { body } = await patient.get('a', { signal: controller.signal });
    const read = buffer(body);
    controller.abort(new Error('given up'));
    await expect(read).rejects.toThrow('given up');
    expect(body.destroyed).toBe(true);
    await patient.close();
  });

  test('a body without a length is refused', async () => {
    await start((_request, response) => void response.writeHead(200).end('hello'));
    await expect(store.get('a')).rejects.toThrow('did not say how long');
  });

  test('an answer that takes too long in small pieces meets the deadline', async () => {
    let pieces: NodeJS.Timeout | undefined;
    await start((_request, response) => {
      response.writeHead(206, { 'content-length': '100' });
      pieces = setInterval(() => response.write('x'), 20);
      response.once('close', () => clearInterval(pieces));
    });
    const hasty = createS3Store({ ...server.options, attempts: 1, timeouts: { idle: 10_000, call: 200 } });
    await expect(hasty.range('a', 0, 99)).rejects.toThrow(/took longer than \d+ ms/);
    await hasty.close();
  });
});

describe('range', () => {
  test('a store that ignores the range is noticed', async () => {
    await start(bytesOk('x'.repeat(5_000)));
    await expect(store.range('a', 0, 9)).rejects.toThrow('ignored the range');
  });

  test('a piece that breaks off is read again', async () => {
    await start(
      (_request, response) => {
        response.writeHead(206, { 'content-length': '10' });
        response.write('01234');
        setImmediate(() => response.destroy());
      },
      (_request, response) => void response.writeHead(206, { 'content-length': '10' }).end('0123456789'),
    );
    expect(String(await store.range('a', 0, 9))).toBe('0123456789');
  });
});

describe('put', () => {
  test('a body that can be read again is sent again, a stream is not', async () => {
    await start(s3Error(503, 'SlowDown'), emptyOk);
    await store.put('a', bytes, announced);
    expect(server.requests.length).toBe(2);
    await store.close();
    await server.close();

    await start(s3Error(503, 'SlowDown'), emptyOk);
    const opened: Readable[] = [];
    const open = (): Readable => {
      const body = new Readable({ read() {} });
      body.push(bytes.subarray(0, 100_000));
      body.push(bytes.subarray(100_000));
      if (opened.push(body) === 2) body.push(null);
      return body;
    };
    await store.put('a', open, announced);
    expect(opened.map((body) => body.destroyed)).toEqual([true, true]);
    await store.close();
    await server.close();

    await start(s3Error(503, 'SlowDown'), emptyOk);
    await expect(store.put('a', Readable.from([bytes]), announced)).rejects.toThrow(StorageUnavailableError);
    expect(server.requests.length).toBe(1);
  });

  test('a body that is wrong never arrives whole', async () => {
    await start(emptyOk);
    const chunks = [bytes.subarray(0, 200_000), bytes.subarray(200_000)];
    const wrong = { ...announced, sha256: '0'.repeat(64) };
    await expect(store.put('a', Readable.from(chunks), wrong)).rejects.toThrow(ChecksumMismatchError);
    await vi.waitFor(() => expect(server.bodies.length).toBeLessThanOrEqual(1));
    expect(server.bodies.every((body) => !body.whole && body.bytes < bytes.length)).toBe(true);
  });

  test('a store that answers before it has read the body does not hang the put', async () => {
    await start((_request, response) => {
      response.writeHead(403, { 'content-type': 'application/xml', connection: 'close' });
      response.end('<Error><Code>AccessDenied</Code></Error>');
    });
    const endless = new Readable({
      read() {
        this.push(Buffer.alloc(65_536));
      },
    });
    const put = store.put('a', endless, { ...announced, contentLength: 10_000_000_000 });
    await expect(put).rejects.toMatchObject({ code: expect.stringMatching(/^storage_/) });
    expect(endless.destroyed).toBe(true);
  });

  test('a store that stops reading is given up', async () => {
    await start((request) => void request.pause());
    const put = store.put('a', Readable.from([Buffer.alloc(30_000_000)]), {
      ...announced,
      contentLength: 30_000_000,
      sha256: createHash('sha256').update(Buffer.alloc(30_000_000)).digest('hex'),
    });
    await expect(put).rejects.toThrow(StorageUnavailableError);
  });
});

describe('list', () => {
  const page =
    (token: string): Answer =>
    (_request, response) => {
      const body = `<ListBucketResult><IsTruncated>true</IsTruncated><NextContinuationToken>${token}</NextContinuationToken><Contents><Key>a</Key><Size>1</Size></Contents></ListBucketResult>`;
      response.writeHead(200, { 'content-type': 'application/xml' }).end(body);
    };

  test('a list that does not move on is an error, not a loop', async () => {
    await start(page('same'));
    const read = async (): Promise<void> => {
      for await (const entry of store.list('')) expect(entry.key).toBe('a');
    };
    await expect(read()).rejects.toThrow('does not move on');
    expect(server.requests.length).toBe(2);
  });
});

describe('ensureBucket', () => {
  test('waits out a store that is just starting', async () => {
    await start(s3Error(503, 'ServerNotInitialized'), emptyOk);
    await expect(ensureBucket(server.options)).resolves.toEqual({ created: false });
  });

  test.each([
    [409, 'BucketAlreadyExists', BucketUnavailableError],
    [400, 'InvalidBucketName', BucketUnavailableError],
    [403, 'AccessDenied', StorageRefusedError],
    [507, 'InsufficientStorage', StorageUnavailableError],
  ])('fails loudly when the bucket can not be made: %i %s', async (status, code, error) => {
    await start((request, response) =>
      request.method === 'HEAD'
        ? void response.writeHead(404).end()
        : s3Error(status, code)(request, response),
    );
    await expect(ensureBucket(server.options)).rejects.toThrow(error);
  });

  test('a bucket that another process makes in the same second is fine', async () => {
    await start(
      (_request, response) => void response.writeHead(404).end(),
      s3Error(409, 'BucketAlreadyOwnedByYou'),
      emptyOk,
    );
    await expect(ensureBucket(server.options)).resolves.toEqual({ created: false });
  });

  test('a bucket that is not there after it was made is an error', async () => {
    await start((request, response) => {
      if (request.method === 'HEAD') response.writeHead(404).end();
      else emptyOk(request, response);
    });
    await expect(ensureBucket(server.options)).rejects.toThrow('is not there');
  });
});
