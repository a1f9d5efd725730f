import type { Word } from '@tender/ocr';

/** A word as tender.pages.words holds it: an array instead of an object, since a page has hundreds. */
export type StoredWord = [
  text: string,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  confidence: number,
  line: number,
];

/** Boxes to a hundredth of a point, confidence to a thousandth. */
export function toStoredWord({ text, box, confidence, line }: Word): StoredWord {
  const [x0, y0, x1, y1] = box;
  return [
    text,
    rounded(x0),
    rounded(y0),
    rounded(x1),
    rounded(y1),
    Math.round(confidence * 1_000) / 1_000,
    line,
  ];
}

export function fromStoredWord([text, x0, y0, x1, y1, confidence, line]: StoredWord): Word {
  return { text, box: [x0, y0, x1, y1], confidence, line };
}

function rounded(points: number): number {
  return Math.round(points * 100) / 100;
}
