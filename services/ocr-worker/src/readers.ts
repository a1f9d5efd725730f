import type { Reader } from '@tender/ocr';

/** A fixed number of readers, each lent to one job at a time. */
export interface Readers {
  with<T>(work: (reader: Reader) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Never waits in practice: the worker claims no more jobs than there are readers. */
export function createReaders(count: number, create: () => Reader): Readers {
  const all = Array.from({ length: count }, create);
  const free = [...all];
  const waiting: ((reader: Reader) => void)[] = [];
  return {
    async with(work) {
      const reader = free.pop() ?? (await new Promise<Reader>((resolve) => waiting.push(resolve)));
      try {
        return await work(reader);
      } finally {
        const next = waiting.shift();
        if (next === undefined) free.push(reader);
        else next(reader);
      }
    },
    async close() {
      await Promise.all(all.map((reader) => reader.close()));
    },
  };
}
