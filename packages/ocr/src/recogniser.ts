import { mkdir, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createWorker, type Worker } from 'tesseract.js';
import type { Language } from './types.ts';

/** One recognised word, in pixels of the picture given. */
export interface RecognisedWord {
  text: string;
  confidence: number;
  bbox: { x0: number; y0: number; x1: number; y1: number };
}

export interface Recogniser {
  recognise(pgm: Buffer, languages: readonly Language[]): Promise<{ words: RecognisedWord[]; slope: number }>;
  close(): Promise<void>;
}

/**
 * tesseract.js with language data from npm. A fresh engine per call: the engine adapts to what it read before, and the
 * same page must give the same words whatever was read first.
 */
export function createRecogniser(): Recogniser {
  const data = join(tmpdir(), `tender-tessdata-${process.pid}`);
  let ready: Promise<void> | null = null;

  async function link(): Promise<void> {
    await mkdir(data, { recursive: true });
    const require = createRequire(import.meta.url);
    for (const language of ['eng', 'deu', 'fra', 'spa', 'ita', 'nld']) {
      const folder = dirname(require.resolve(`@tesseract.js-data/${language}/package.json`));
      await symlink(
        join(folder, '4.0.0_best_int', `${language}.traineddata.gz`),
        join(data, `${language}.traineddata.gz`),
      ).catch(() => {});
    }
  }

  return {
    async recognise(pgm, languages) {
      ready ??= link();
      await ready;
      const failed = Promise.withResolvers<never>();
      const engine: Worker = await createWorker([...languages], 1, {
        langPath: data,
        cacheMethod: 'none',
        gzip: true,
        errorHandler: (error: unknown) => failed.reject(error),
      });
      try {
        await engine.setParameters({ tessedit_pageseg_mode: '3' as never });
        const { data: page } = await Promise.race([
          engine.recognize(pgm, {}, { blocks: true, text: false }),
          failed.promise,
        ]);
        const lines = (page.blocks ?? []).flatMap((block) =>
          block.paragraphs.flatMap((paragraph) => paragraph.lines),
        );
        return { words: lines.flatMap((line) => line.words), slope: medianSlope(lines) };
      } finally {
        await engine.terminate();
      }
    },
    close: () => rm(data, { recursive: true, force: true }),
  };
}

/** How far lines fall per pixel to the right: the median of the baselines of longer lines, 0 without any. */
function medianSlope(
  lines: { words: unknown[]; baseline: { x0: number; y0: number; x1: number; y1: number } }[],
): number {
  const slopes = lines
    .filter((line) => line.words.length >= 4 && line.baseline.x1 > line.baseline.x0)
    .map(({ baseline }) => (baseline.y1 - baseline.y0) / (baseline.x1 - baseline.x0))
    .sort((a, b) => a - b);
  return slopes[Math.floor(slopes.length / 2)] ?? 0;
}
