import { createCanvas } from '@napi-rs/canvas';
import type { PdfPage } from './open-pdf.ts';

type RenderContext = NonNullable<Parameters<PdfPage['render']>[0]['canvasContext']>;

/** A rendered page: RGBA pixels, and how many pixels a point is. */
export interface Rendered {
  width: number;
  height: number;
  scale: number;
  data: Uint8ClampedArray;
  png(): Buffer;
}

/** Renders a page as displayed. `scale` is in pixels a point; it is lowered until the page has at most `pixels`. */
export async function renderPage(page: PdfPage, scale: number, pixels: number): Promise<Rendered> {
  const natural = page.getViewport({ scale: 1 });
  const most = Math.sqrt(pixels / (natural.width * natural.height));
  const viewport = page.getViewport({ scale: Math.min(scale, most) });
  const width = Math.max(1, Math.floor(viewport.width));
  const height = Math.max(1, Math.floor(viewport.height));
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = 'white';
  context.fillRect(0, 0, width, height);
  // pdf.js is typed for a browser's canvas; this one has the same methods.
  await page.render({ canvas: null, canvasContext: context as unknown as RenderContext, viewport }).promise;
  return {
    width,
    height,
    scale: viewport.scale,
    data: context.getImageData(0, 0, width, height).data,
    png: () => canvas.toBuffer('image/png'),
  };
}

/** Grey pixels as a binary PGM file, which the recogniser takes without decoding; turned clockwise by quarter turns. */
export function toPgm(page: Rendered, quarterTurns: number): { pgm: Buffer; width: number; height: number } {
  const { width: w, height: h, data } = page;
  const [width, height] = quarterTurns % 2 === 0 ? [w, h] : [h, w];
  const head = Buffer.from(`P5\n${width} ${height}\n255\n`);
  const pgm = Buffer.alloc(head.length + width * height);
  head.copy(pgm);
  let at = head.length;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [sx, sy] =
        quarterTurns === 1
          ? [y, h - 1 - x]
          : quarterTurns === 2
            ? [w - 1 - x, h - 1 - y]
            : quarterTurns === 3
              ? [w - 1 - y, x]
              : [x, y];
      const from = (sy * w + sx) * 4;
      pgm[at] = ((data[from] ?? 0) * 77 + (data[from + 1] ?? 0) * 150 + (data[from + 2] ?? 0) * 29) >> 8;
      at += 1;
    }
  }
  return { pgm, width, height };
}
