import type { Output } from './io.ts';

/** "page 3 of 40" on one line of a terminal; elsewhere a line now and then. */
export interface Progress {
  page(filename: string, done: number, of: number): void;
  end(): void;
}

export function createProgress(out: Output): Progress {
  let open = false;
  return {
    page(filename, done, of) {
      const text = `${filename}: page ${done} of ${of}`;
      if (out.isTTY) {
        out.write(`\r\u001b[K${text}`);
        open = true;
      } else if (done === of || done % 10 === 0) {
        out.write(`${text}\n`);
      }
    },
    end() {
      if (open) out.write('\r\u001b[K');
      open = false;
    },
  };
}
