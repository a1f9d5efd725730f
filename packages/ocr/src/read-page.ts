import { cleanText } from './clean-text.ts';
import { measurePage } from './measure-page.ts';
import type { PdfPage } from './open-pdf.ts';
import { orderWords, textOf } from './order-words.ts';
import type { RecognisedWord, Recogniser } from './recogniser.ts';
import { type Rendered, renderPage, toPgm } from './render-page.ts';
import { textLayerWords } from './text-layer.ts';
import { triage } from './triage.ts';
import type { Box, Language, PageResult, Word } from './types.ts';

type Unplaced = Omit<Word, 'line'>;
type Read = Omit<PageResult, 'durationMs' | 'page'>;

/** Below this mean confidence a page may lie on its side or head. */
const DOUBTFUL = 0.6;
const DPI = 200;

/** Reads one page: its text layer where that can be trusted, its picture where not. */
export async function readPage(
  page: PdfPage,
  options: { pixels: number; languages: readonly Language[]; recogniser: Recogniser },
): Promise<Read> {
  const view = page.getViewport({ scale: 1 });
  const { source, reason } = triage(await measurePage(page));
  const layer =
    source === 'text_layer' || source === 'mixed' || source === 'blank' ? await textLayerWords(page) : [];
  const warnings: Read['warnings'] = [];
  let words: Unplaced[] = layer;
  let slope = 0;
  if (source === 'ocr' || source === 'mixed') {
    const read = await recognise(await renderPage(page, DPI / 72, options.pixels), options);
    const recognised = read.words;
    slope = read.slope;
    const fresh = recognised.filter((word) => !layer.some((known) => covers(known.box, word.box)));
    words = [...layer, ...fresh];
    const confidence = mean(recognised);
    if (confidence !== null && confidence < DOUBTFUL) {
      warnings.push({
        code: 'low_confidence',
        message: 'This page is hard to read. Check its values against the picture.',
      });
    }
    if (reason === 'text_layer_garbled') {
      warnings.push({
        code: 'text_layer_distrusted',
        message: 'The text stored in this page is garbled, so its picture was read instead.',
      });
    }
  }
  const blank = words.length === 0;
  const ordered = orderWords(words, slope);
  return {
    status: 'done',
    source: blank ? 'blank' : source === 'blank' ? 'text_layer' : source,
    reason,
    message: null,
    width: view.width,
    height: view.height,
    rotate: page.rotate,
    confidence: mean(ordered),
    text: textOf(ordered),
    words: ordered,
    warnings,
  };
}

/** Recognises the page as displayed and, where that gives little, turned by each quarter; the best reading counts. */
async function recognise(
  picture: Rendered,
  options: { languages: readonly Language[]; recogniser: Recogniser },
): Promise<{ words: Unplaced[]; slope: number }> {
  let best: { words: Unplaced[]; slope: number } = { words: [], slope: 0 };
  for (const turns of [0, 2, 1, 3]) {
    const { pgm } = toPgm(picture, turns);
    const found = await options.recogniser.recognise(pgm, options.languages);
    const words = found.words.flatMap((word) => toPage(word, picture, turns));
    // Of a page on its side the lines run down: their slope says nothing about rows.
    if (score(words) > score(best.words)) best = { words, slope: turns % 2 === 0 ? found.slope : 0 };
    const confidence = mean(words);
    if (confidence !== null && confidence >= DOUBTFUL) break;
  }
  return best;
}

/** How much was surely read: letters weighted by confidence above chance. */
function score(words: Unplaced[]): number {
  return words.reduce((sum, word) => sum + Math.max(0, word.confidence - 0.4) * word.text.length, 0);
}

function toPage(word: RecognisedWord, picture: Rendered, turns: number): Unplaced[] {
  const text = cleanText(word.text).trim();
  if (text === '') return [];
  const { x0, y0, x1, y1 } = word.bbox;
  const { width, height, scale } = picture;
  const box: Box =
    turns === 1
      ? [y0, height - x1, y1, height - x0]
      : turns === 2
        ? [width - x1, height - y1, width - x0, height - y0]
        : turns === 3
          ? [width - y1, x0, width - y0, x1]
          : [x0, y0, x1, y1];
  return [{ text, confidence: word.confidence / 100, box: box.map((value) => value / scale) as Box }];
}

function covers(known: Box, box: Box): boolean {
  const width = Math.min(known[2], box[2]) - Math.max(known[0], box[0]);
  const height = Math.min(known[3], box[3]) - Math.max(known[1], box[1]);
  return width > 0 && height > 0 && width * height > 0.4 * (box[2] - box[0]) * (box[3] - box[1]);
}

function mean(words: readonly Unplaced[]): number | null {
  return words.length === 0 ? null : words.reduce((sum, word) => sum + word.confidence, 0) / words.length;
}
