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

/** A reading of the page turned clockwise by `turns` quarters; boxes, width and height are those of the turned page, in points. */
interface Turned {
  words: Unplaced[];
  slope: number;
  turns: number;
  width: number;
  height: number;
}

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
  let turned: Turned | null = null;
  if (source === 'ocr' || source === 'mixed') {
    const read = await recognise(await renderPage(page, DPI / 72, options.pixels), options);
    const recognised = read.words.map((word) => ({ ...word, box: upright(word.box, read) }));
    turned = read;
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
  // Reading order is that of the page as it was read; the boxes are those of the page as displayed.
  const ordered =
    turned === null || turned.turns === 0
      ? orderWords(words, turned?.slope)
      : orderWords(turned.words, turned.slope).map((word) => ({ ...word, box: upright(word.box, turned) }));
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
): Promise<Turned> {
  let best: Turned = { words: [], slope: 0, turns: 0, width: 0, height: 0 };
  for (const turns of [0, 2, 1, 3]) {
    const { pgm, width, height } = toPgm(picture, turns);
    const found = await options.recogniser.recognise(pgm, options.languages);
    const words = found.words.flatMap((word) => toPoints(word, picture.scale));
    const size = { width: width / picture.scale, height: height / picture.scale };
    if (score(words) > score(best.words)) best = { words, slope: found.slope, turns, ...size };
    const confidence = mean(words);
    if (confidence !== null && confidence >= DOUBTFUL) break;
  }
  return best;
}

/** How much was surely read: letters weighted by confidence above chance. */
function score(words: Unplaced[]): number {
  return words.reduce((sum, word) => sum + Math.max(0, word.confidence - 0.4) * word.text.length, 0);
}

function toPoints(word: RecognisedWord, scale: number): Unplaced[] {
  const text = cleanText(word.text).trim();
  if (text === '') return [];
  const { x0, y0, x1, y1 } = word.bbox;
  return [{ text, confidence: word.confidence / 100, box: [x0 / scale, y0 / scale, x1 / scale, y1 / scale] }];
}

/** From the page as it was read to the page as displayed: undoes the quarter turns. */
function upright([x0, y0, x1, y1]: Box, { turns, width, height }: Turned): Box {
  if (turns === 1) return [y0, width - x1, y1, width - x0];
  if (turns === 2) return [width - x1, height - y1, width - x0, height - y0];
  if (turns === 3) return [height - y1, x0, height - y0, x1];
  return [x0, y0, x1, y1];
}

function covers(known: Box, box: Box): boolean {
  const width = Math.min(known[2], box[2]) - Math.max(known[0], box[0]);
  const height = Math.min(known[3], box[3]) - Math.max(known[1], box[1]);
  return width > 0 && height > 0 && width * height > 0.4 * (box[2] - box[0]) * (box[3] - box[1]);
}

function mean(words: readonly Unplaced[]): number | null {
  return words.length === 0 ? null : words.reduce((sum, word) => sum + word.confidence, 0) / words.length;
}
