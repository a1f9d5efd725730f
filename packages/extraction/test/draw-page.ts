import type { DocumentInput, PageInput, WordInput } from '../src/index.ts';

/**
 * Draws pages for tests out of lines of text. "# " makes a heading, " | " begins a new column, an empty line
 * leaves a gap, a line that is too long is broken as a typesetter would, within its column.
 */
export interface Drawing {
  page?: number;
  /** Of every word; below 1 the page counts as recognised. */
  confidence?: number;
  /** Left edges of the columns, points. */
  columns?: readonly number[];
  /** Distance of two rows beyond the height of a line, points. */
  rowGap?: number;
  failed?: boolean;
}

const width = 595;
const height = 842;
const right = 535;

export function drawPage(text: string, drawing: Drawing = {}): PageInput {
  const { page = 1, confidence = 1, columns = [60, 250, 420], rowGap = 5 } = drawing;
  const words: WordInput[] = [];
  let line = 0;
  let y = 60;
  for (const printed of text.replace(/^\n|\n\s*$/g, '').split('\n')) {
    const trimmed = printed.trim();
    if (trimmed === '') {
      y += 14;
      continue;
    }
    const size = trimmed.startsWith('# ') ? 16 : 10;
    const cells = trimmed.replace(/^# /, '').split(' | ');
    let lowest = y;
    const first = line;
    for (const [index, cell] of cells.entries()) {
      const x = columns[index] ?? 60;
      const edge = (cells.length > index + 1 ? columns[index + 1] : undefined) ?? right;
      const broken = breakLine(cell.trim(), size, edge - x - 8);
      for (const [row, part] of broken.entries()) {
        const top = y + row * size * 1.25;
        place(part, x, top, size, first + row, confidence, words);
        lowest = Math.max(lowest, top);
        line = Math.max(line, first + row + 1);
      }
    }
    y = lowest + size * 1.25 + rowGap;
  }
  const ordered = words.toSorted((a, b) => a.line - b.line || a.box[0] - b.box[0]);
  return {
    page,
    width,
    height,
    words: drawing.failed ? [] : ordered,
    text: drawing.failed ? '' : text,
    ...(drawing.failed ? { failed: true } : {}),
  };
}

export function drawDocument(
  pages: readonly (string | PageInput)[],
  given: Partial<DocumentInput> = {},
): DocumentInput {
  return {
    id: 'document',
    filename: 'document.pdf',
    order: 0,
    pages: pages.map((page, index) =>
      typeof page === 'string' ? drawPage(page, { page: index + 1 }) : page,
    ),
    ...given,
  };
}

const letter = 0.5;

function breakLine(text: string, size: number, room: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line && (line.length + word.length + 1) * size * letter > room) {
      lines.push(line);
      line = word;
    } else {
      line = line ? `${line} ${word}` : word;
    }
  }
  return [...lines, line];
}

function place(
  text: string,
  x: number,
  y: number,
  size: number,
  line: number,
  confidence: number,
  words: WordInput[],
): void {
  let left = x;
  for (const word of text.split(' ')) {
    const wide = word.length * size * letter;
    words.push({ text: word, box: [left, y, left + wide, y + size], confidence, line });
    left += wide + size * 0.3;
  }
}
