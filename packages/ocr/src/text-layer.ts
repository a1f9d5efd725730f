import { cleanText } from './clean-text.ts';
import type { PdfPage } from './open-pdf.ts';
import { pdfjs } from './open-pdf.ts';
import type { Box, Word } from './types.ts';

type Unplaced = Omit<Word, 'line'>;

interface Item {
  str: string;
  transform: number[];
  width: number;
  height: number;
}

/** The words of a page's text layer, form fields and free-text notes among them, in points of the page as displayed. */
export async function textLayerWords(page: PdfPage): Promise<Unplaced[]> {
  const viewport = page.getViewport({ scale: 1 });
  const content = await page.getTextContent();
  const words: Unplaced[] = [];
  for (const item of content.items) {
    if ('str' in item && item.str.trim() !== '') words.push(...wordsOf(item, viewport.transform));
  }
  const inside = ({ box }: Unplaced): boolean =>
    box[2] > 0 && box[3] > 0 && box[0] < viewport.width && box[1] < viewport.height;
  return [...joinPieces(words.filter(inside)), ...(await annotationWords(page, viewport))];
}

/** Splits one run of text at its spaces; letters are taken to be as wide as they are on average in common faces. */
function wordsOf(item: Item, view: number[]): Unplaced[] {
  const matrix = pdfjs.Util.transform(view, item.transform) as number[];
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = matrix;
  const along = Math.hypot(a, b) || 1;
  const up = Math.hypot(c, d) || 1;
  const [ux, uy] = [a / along, b / along];
  const [vx, vy] = [c / up, d / up];
  const size = item.height > 0 ? item.height : up;
  const weights = [...item.str].map(advance);
  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  const words: Unplaced[] = [];
  let at = 0;
  let start = 0;
  let text = '';
  const push = (): void => {
    const clean = cleanText(text).trim();
    if (clean !== '') {
      const [from, to] = [(start / total) * item.width, (at / total) * item.width];
      const corners = [from, to].flatMap((x) =>
        [-0.22, 0.78].map((y) => [e + ux * x + vx * y * size, f + uy * x + vy * y * size] as const),
      );
      words.push({ text: clean, confidence: 1, box: around(corners) });
    }
    text = '';
  };
  for (const [index, character] of [...item.str].entries()) {
    if (/\s/.test(character)) {
      push();
      at += weights[index] ?? 0;
      start = at;
    } else {
      text += character;
      at += weights[index] ?? 0;
    }
  }
  push();
  return words;
}

function advance(character: string): number {
  if (/[ijl.,:;'|!()[\]\s]/.test(character)) return 0.3;
  if (/[mwMW@%—]/.test(character)) return 0.88;
  if (/[A-Z&]/.test(character)) return 0.68;
  return 0.54;
}

function around(points: (readonly [number, number])[]): Box {
  const xs = points.map((point) => point[0]);
  const ys = points.map((point) => point[1]);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** Documents draw words in pieces, down to single letters: pieces that touch on one line are one word. */
function joinPieces(words: Unplaced[]): Unplaced[] {
  const joined: Unplaced[] = [];
  for (const word of words) {
    const last = joined.at(-1);
    if (last !== undefined) {
      const height = Math.min(last.box[3] - last.box[1], word.box[3] - word.box[1]);
      const gap = word.box[0] - last.box[2];
      const level = Math.abs(last.box[3] - word.box[3]) < 0.25 * height;
      if (level && gap > -0.3 * height && gap < 0.08 * height) {
        last.text += word.text;
        last.box = around([
          [last.box[0], last.box[1]],
          [last.box[2], last.box[3]],
          [word.box[0], word.box[1]],
          [word.box[2], word.box[3]],
        ]);
        continue;
      }
    }
    joined.push({ ...word });
  }
  return joined;
}

async function annotationWords(page: PdfPage, viewport: pdfjs.PageViewport): Promise<Unplaced[]> {
  const words: Unplaced[] = [];
  for (const note of await page.getAnnotations()) {
    const text =
      note.subtype === 'Widget'
        ? note.fieldValue
        : note.subtype === 'FreeText'
          ? note.contentsObj?.str
          : null;
    if (typeof text !== 'string' || text.trim() === '' || !Array.isArray(note.rect)) continue;
    const [left = 0, bottom = 0, right = 0, top = 0]: number[] = note.rect;
    const [x0 = 0, y0 = 0] = viewport.convertToViewportPoint(left, bottom);
    const [x1 = 0, y1 = 0] = viewport.convertToViewportPoint(right, top);
    const box = around([
      [x0, y0],
      [x1, y1],
    ]);
    const parts = cleanText(text)
      .split(/\s+/)
      .filter((part) => part !== '');
    const letters = parts.join(' ').length;
    let at = 0;
    for (const part of parts) {
      const width = box[2] - box[0];
      words.push({
        text: part,
        confidence: 1,
        box: [
          box[0] + (width * at) / letters,
          box[1],
          box[0] + (width * (at + part.length)) / letters,
          box[3],
        ],
      });
      at += part.length + 1;
    }
  }
  return words;
}
