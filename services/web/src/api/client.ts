import type * as z from 'zod/mini';
import { ApiProblem, parseJson, problemFrom } from './problem.ts';

/** Longest wait for an answer, in ms. */
const DEADLINE = 30_000;
/** Longest time in which nothing of an upload moves, in ms; the server also stores the files before it answers. */
const UPLOAD_STALL = 120_000;

export interface ApiClient {
  /** @throws ApiProblem, also when the answer isn't of the shape that `schema` says */
  json<T>(path: string, schema: z.ZodMiniType<T>, signal?: AbortSignal): Promise<T>;
  /** Bytes, such as a page's picture or an original. @throws ApiProblem */
  blob(path: string, signal?: AbortSignal): Promise<Blob>;
  /** A multipart POST that tells how far it is, 0–1. @throws ApiProblem */
  upload<T>(path: string, schema: z.ZodMiniType<T>, upload: Upload): Promise<T>;
}

interface Upload {
  form: FormData;
  /** The same for every try of one upload, so that the server stores it once. */
  idempotencyKey: string;
  onProgress: (share: number) => void;
  signal: AbortSignal;
}

/**
 * Speaks to the API with one key. Every answer is parsed by a schema; every wait has a deadline (an upload's only
 * while nothing moves). `onRefusedKey` is told of each 401.
 */
export function createClient(options: { key: string; onRefusedKey?: () => void }): ApiClient {
  async function get(path: string, signal: AbortSignal | undefined): Promise<Response> {
    const deadline = AbortSignal.timeout(DEADLINE);
    let response: Response;
    try {
      response = await fetch(path, {
        headers: { authorization: `Bearer ${options.key}` },
        signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
      });
    } catch (error) {
      if (signal?.aborted) throw error;
      throw noAnswer(error);
    }
    if (response.status === 401) options.onRefusedKey?.();
    if (!response.ok) throw problemFrom(response.status, await response.text());
    return response;
  }

  return {
    async json(path, schema, signal) {
      const response = await get(path, signal);
      return parsed(schema, await response.text(), response.status);
    },
    async blob(path, signal) {
      const response = await get(path, signal);
      return response.blob();
    },
    async upload(path, schema, upload) {
      const { status, body } = await send(path, options.key, upload);
      if (status === 401) options.onRefusedKey?.();
      if (status < 200 || status >= 300) throw problemFrom(status, body);
      return parsed(schema, body, status);
    },
  };
}

function parsed<T>(schema: z.ZodMiniType<T>, body: string, status: number): T {
  const result = schema.safeParse(parseJson(body));
  if (result.success) return result.data;
  throw new ApiProblem(
    'unexpected_answer',
    status,
    'The server’s answer is not of the form this page knows. Reload the page: it may be older than the server.',
    undefined,
    { cause: result.error },
  );
}

function noAnswer(cause: unknown): ApiProblem {
  return new ApiProblem('network', 0, 'The server did not answer. Is it running?', undefined, { cause });
}

/** fetch can't tell how much of a body has been sent; XMLHttpRequest can. */
function send(path: string, key: string, upload: Upload): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    upload.signal.throwIfAborted();
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    const stalled = watchdog(UPLOAD_STALL, abort);
    const settle = (then: () => void) => () => {
      stalled.stop();
      upload.signal.removeEventListener('abort', abort);
      then();
    };
    request.open('POST', path);
    request.setRequestHeader('authorization', `Bearer ${key}`);
    request.setRequestHeader('idempotency-key', upload.idempotencyKey);
    request.upload.addEventListener('progress', (event) => {
      stalled.kick();
      if (event.lengthComputable) upload.onProgress(event.loaded / event.total);
    });
    request.addEventListener(
      'load',
      settle(() => resolve({ status: request.status, body: request.responseText })),
    );
    request.addEventListener(
      'error',
      settle(() => reject(noAnswer(undefined))),
    );
    request.addEventListener(
      'abort',
      settle(() => reject(upload.signal.aborted ? upload.signal.reason : noAnswer(undefined))),
    );
    upload.signal.addEventListener('abort', abort);
    request.send(upload.form);
  });
}

/** Calls `bite` once nothing has kicked it for `ms`. */
function watchdog(ms: number, bite: () => void): { kick(): void; stop(): void } {
  let timer = setTimeout(bite, ms);
  return {
    kick() {
      clearTimeout(timer);
      timer = setTimeout(bite, ms);
    },
    stop: () => clearTimeout(timer),
  };
}
