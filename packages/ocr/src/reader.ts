import type { Answer, Ask } from './child-messages.ts';
import { ChildLost, createChild } from './child-process.ts';
import { DOCUMENT_MESSAGES, DocumentError, RenderError } from './errors.ts';
import { DEFAULT_LIMITS, type Limits } from './limits.ts';
import type { Inspection, Language, PageResult } from './types.ts';

/**
 * Reads PDFs on this machine's disk. Parsing, rendering and recognition happen in a child process with limits on time,
 * memory and pixels; a document that breaks one costs that child. Calls take turns; for more at once make more readers.
 */
export interface Reader {
  /** Counts and sorts the pages. @throws DocumentError */
  inspect(
    file: string,
    options?: { signal?: AbortSignal; languages?: readonly Language[] },
  ): Promise<Inspection>;
  /** Reads page 1…n. A page that can't be read is `failed` with a reason; only an aborted signal and a document that can't be opened throw. */
  readPage(
    file: string,
    page: number,
    options?: { signal?: AbortSignal; languages?: readonly Language[] },
  ): Promise<PageResult>;
  /** A PNG of the page as displayed, `width` pixels wide or less. @throws RenderError */
  renderPage(file: string, page: number, options: { width: number; signal?: AbortSignal }): Promise<Buffer>;
  close(): Promise<void>;
}

const ENGLISH: readonly Language[] = ['eng'];

const PAGE_MESSAGES: Record<ChildLost['code'], string> = {
  page_timeout: 'The page took too long to read.',
  out_of_memory: 'The page needs more memory than a page may have.',
  renderer_crashed: 'The page stopped the reader.',
  aborted: 'The reader was closed.',
};

export function createReader(options: { limits?: Partial<Limits> } = {}): Reader {
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const child = createChild(limits);
  let turn: Promise<unknown> = Promise.resolve();

  function inTurn(ask: Ask, seconds: number, signal?: AbortSignal): Promise<Answer> {
    const mine = turn.then(() => child.ask(ask, seconds, signal));
    turn = mine.catch(() => {});
    return mine;
  }

  return {
    async inspect(file, { signal, languages } = {}) {
      let answer: Answer;
      try {
        answer = await inTurn(
          { method: 'inspect', file, ...(languages && { languages: [...languages] satisfies Language[] }) },
          limits.inspectSeconds,
          signal,
        );
      } catch (error) {
        if (!(error instanceof ChildLost)) throw error;
        const code = error.code === 'page_timeout' ? 'inspection_timeout' : 'reader_crashed';
        throw new DocumentError(code, DOCUMENT_MESSAGES[code]);
      }
      if (answer.ok && 'inspection' in answer) return answer.inspection;
      const message = answer.ok ? DOCUMENT_MESSAGES.damaged : answer.message;
      throw new DocumentError(answer.ok ? 'damaged' : documentCode(answer.code), message);
    },

    async readPage(file, page, { signal, languages = ENGLISH } = {}) {
      const started = performance.now();
      const done = (): number => Math.round(performance.now() - started);
      const failed = (reason: string, message: string): PageResult => ({
        page,
        status: 'failed',
        source: null,
        reason,
        message,
        width: 0,
        height: 0,
        rotate: 0,
        confidence: null,
        text: '',
        words: [],
        warnings: [],
        durationMs: done(),
      });
      try {
        const answer = await inTurn(
          { method: 'read', file, page, languages: [...languages] },
          limits.pageSeconds,
          signal,
        );
        if (answer.ok && 'read' in answer) return { ...answer.read, durationMs: done() };
        if (answer.ok) return failed('page_unreadable', 'The page could not be read.');
        if (answer.kind === 'document') throw new DocumentError(documentCode(answer.code), answer.message);
        return failed(answer.code, answer.message);
      } catch (error) {
        if (error instanceof ChildLost && error.code !== 'aborted')
          return failed(error.code, PAGE_MESSAGES[error.code]);
        throw error;
      }
    },

    async renderPage(file, page, { width, signal }) {
      try {
        const answer = await inTurn({ method: 'render', file, page, width }, limits.pageSeconds, signal);
        if (answer.ok && 'png' in answer) return Buffer.from(answer.png, 'base64');
        if (!answer.ok) throw new RenderError(answer.code, answer.message);
        throw new RenderError('page_unreadable', 'The page could not be drawn.');
      } catch (error) {
        if (error instanceof ChildLost) throw new RenderError(error.code, PAGE_MESSAGES[error.code]);
        throw error;
      }
    },

    async close() {
      child.close();
      await turn;
    },
  };
}

function documentCode(code: string): DocumentError['code'] {
  return code === 'encrypted' || code === 'no_pages' || code === 'too_many_pages' ? code : 'damaged';
}
