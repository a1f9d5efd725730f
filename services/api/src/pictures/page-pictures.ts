import type { Reader } from '@tender/ocr';
import type { Spool } from '@tender/storage';
import { documentKey } from '@tender/tenders';
import { Problem } from '../problems/problem.ts';
import { createByteCache } from './byte-cache.ts';
import { createGate } from './gate.ts';

/** Pictures of pages. The same page in the same width is rendered once, also when many ask at the same time. */
export interface PagePictures {
  /** A PNG. @throws Problem page_not_rendered, busy; StorageError when the document can't be had */
  render(wanted: { tenantId: string; sha256: string; page: number; width: number }): Promise<Buffer>;
}

export interface PagePictureOptions {
  /** Opens a checked local copy of an object. */
  spool: Pick<Spool, 'open'>;
  /** Renders in a process of its own, which is killed when it takes too long. */
  reader: Pick<Reader, 'renderPage'>;
  /** Of finished pictures kept in memory, in bytes. */
  cacheBytes: number;
  /** Pictures made at the same time. */
  concurrency: number;
  /** Requests that may wait for their turn; one more is refused. */
  maxWaiting: number;
  /** For one picture with the copy of its document, in ms. */
  timeout: number;
}

export function createPagePictures(options: PagePictureOptions): PagePictures {
  const cache = createByteCache(options.cacheBytes);
  const gate = createGate({ places: options.concurrency, maxWaiting: options.maxWaiting });
  const running = new Map<string, Promise<Buffer>>();

  async function make(wanted: {
    tenantId: string;
    sha256: string;
    page: number;
    width: number;
  }): Promise<Buffer> {
    const leave = await gate.enter();
    if (leave === null) throw busy();
    try {
      const signal = AbortSignal.timeout(options.timeout);
      const copy = await options.spool
        .open(documentKey(wanted.tenantId, wanted.sha256), wanted.sha256, { signal })
        .catch((error: unknown) => {
          throw signal.aborted ? busy(error) : error;
        });
      try {
        return await options.reader.renderPage(copy.path, wanted.page, { width: wanted.width, signal });
      } catch (cause) {
        throw new Problem(
          'page_not_rendered',
          'No picture of this page can be made: it is damaged, or too much work. Its document can still be downloaded.',
          { cause },
        );
      } finally {
        copy.release();
      }
    } finally {
      leave();
    }
  }

  return {
    async render(wanted) {
      const name = `${wanted.tenantId}/${wanted.sha256}/${wanted.page}/${wanted.width}`;
      const kept = cache.get(name);
      if (kept !== undefined) return kept;
      const already = running.get(name);
      if (already !== undefined) return await already;
      const making = make(wanted).finally(() => running.delete(name));
      running.set(name, making);
      const picture = await making;
      cache.set(name, picture);
      return picture;
    },
  };
}

function busy(cause?: unknown): Problem {
  return new Problem('busy', 'Too many pictures are being made. Try again in a moment.', {
    headers: { 'retry-after': '2' },
    cause,
  });
}
