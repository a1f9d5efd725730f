import type { Box, Evidence, Field } from '../api/schemas.ts';

/** A rectangle to draw over a page's picture, in percent of its width and height. */
export interface Mark {
  /** Name of the field it belongs to. */
  name: string;
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Space around a mark, as a share of its line's height, so that letters don't touch its edge. */
const PADDING = 0.12;
/** Two boxes are of one line when they share this much of the lower one's height. */
const SAME_LINE = 0.5;
/** Widest gap between words of one run, in line heights. */
const WIDEST_GAP = 2.5;

/** The marks on one page for the fields that were read from it. */
export function marksOnPage(
  fields: readonly Field[],
  page: { documentId: string; page: number; width: number; height: number },
): Mark[] {
  if (!(page.width > 0) || !(page.height > 0)) return [];
  return fields.flatMap((field) =>
    field.evidence
      .filter((evidence) => evidence.documentId === page.documentId && evidence.page === page.page)
      .flatMap((evidence) => joinBoxes(evidence.boxes))
      .map((box) => toMark(field.name, box, page)),
  );
}

/** The page a click on a field leads to: its first evidence that has boxes, else its first evidence. */
export function firstEvidence(field: {
  evidence?: readonly Evidence[] | null | undefined;
}): Evidence | undefined {
  return field.evidence?.find((evidence) => evidence.boxes.length > 0) ?? field.evidence?.[0];
}

/** Joins the boxes of neighbouring words on a line, so that a quote reads as one mark per line. */
export function joinBoxes(boxes: readonly Box[]): Box[] {
  const joined: Box[] = [];
  for (const box of boxes) {
    const last = joined.at(-1);
    if (last && isNextInLine(last, box)) {
      joined[joined.length - 1] = [
        Math.min(last[0], box[0]),
        Math.min(last[1], box[1]),
        Math.max(last[2], box[2]),
        Math.max(last[3], box[3]),
      ];
    } else {
      joined.push(box);
    }
  }
  return joined;
}

function isNextInLine(a: Box, b: Box): boolean {
  const heights = [a[3] - a[1], b[3] - b[1]] as const;
  const shared = Math.min(a[3], b[3]) - Math.max(a[1], b[1]);
  const gap = Math.max(a[0], b[0]) - Math.min(a[2], b[2]);
  return shared >= SAME_LINE * Math.min(...heights) && gap <= WIDEST_GAP * Math.max(...heights);
}

function toMark(name: string, box: Box, page: { width: number; height: number }): Mark {
  const padding = PADDING * (box[3] - box[1]);
  const left = percent(box[0] - padding, page.width);
  const top = percent(box[1] - padding, page.height);
  return {
    name,
    left,
    top,
    width: percent(box[2] + padding, page.width) - left,
    height: percent(box[3] + padding, page.height) - top,
  };
}

function percent(value: number, whole: number): number {
  return Math.min(100, Math.max(0, (100 * value) / whole));
}
