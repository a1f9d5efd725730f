import type { PdfPage } from './open-pdf.ts';
import { pdfjs } from './open-pdf.ts';
import { type PageMeasures, textShares } from './triage.ts';

/** Measures a page from its drawing instructions, without rendering it. */
export async function measurePage(page: PdfPage): Promise<PageMeasures> {
  const { OPS, Util } = pdfjs;
  const viewport = page.getViewport({ scale: 1 });
  const [content, operators] = await Promise.all([page.getTextContent(), page.getOperatorList()]);
  const pageArea = viewport.width * viewport.height || 1;
  let matrix: number[] = [1, 0, 0, 1, 0, 0];
  const stack: number[][] = [];
  let mode = 0;
  let images = 0;
  let paths = 0;
  let hidden = 0;
  let shown = 0;
  for (let index = 0; index < operators.fnArray.length; index += 1) {
    const operator = operators.fnArray[index];
    const args: unknown = operators.argsArray[index];
    if (operator === OPS.save) stack.push(matrix);
    else if (operator === OPS.restore) matrix = stack.pop() ?? matrix;
    else if (operator === OPS.transform && Array.isArray(args))
      matrix = Util.transform(matrix, args) as number[];
    else if (operator === OPS.setTextRenderingMode && Array.isArray(args)) mode = Number(args[0]);
    else if (operator === OPS.showText && Array.isArray(args)) {
      const count = Array.isArray(args[0]) ? args[0].filter((glyph) => typeof glyph === 'object').length : 0;
      if (mode === 3) hidden += count;
      else shown += count;
    } else if (
      operator === OPS.paintImageXObject ||
      operator === OPS.paintInlineImageXObject ||
      operator === OPS.paintImageMaskXObject
    ) {
      const [a = 0, b = 0, c = 0, d = 0] = matrix;
      images += Math.abs(a * d - b * c) / pageArea;
    } else if (operator === OPS.constructPath) paths += strokes(args);
  }
  const text = content.items.map((item) => ('str' in item ? item.str : '')).join(' ');
  const characters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
  const hiddenShare = hidden + shown === 0 ? 0 : hidden / (hidden + shown);
  return {
    characters: Math.round(characters * (1 - hiddenShare)),
    hiddenCharacters: Math.round(characters * hiddenShare),
    imageArea: Math.min(1, images),
    paths,
    ...textShares(text),
  };
}

/** A path's size: one for a line or a frame, more for the outlines of letters, which may all be one path. */
function strokes(args: unknown): number {
  const data: unknown = Array.isArray(args) && Array.isArray(args[1]) ? args[1][0] : null;
  return ArrayBuffer.isView(data) && 'length' in data ? Math.max(1, Math.floor(Number(data.length) / 20)) : 1;
}
