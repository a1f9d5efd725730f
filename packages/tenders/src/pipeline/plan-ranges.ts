/** Pages that one job reads, inclusive, from 1. */
export interface PageRange {
  first: number;
  last: number;
}

/** A page to be recognised takes about as long as twenty whose text layer is taken. */
const WEIGHTS: Record<string, number> = { ocr: 1, mixed: 1, text_layer: 0.05, blank: 0.02 };
const WEIGHT_OF_A_JOB = 4;
const MOST_PAGES = 50;

/** Cuts a document into jobs of about four scanned pages, at most fifty pages each, so that workers share it evenly. */
export function planRanges(pages: readonly { page: number; source: string }[]): PageRange[] {
  const ranges: PageRange[] = [];
  let weight = 0;
  for (const { page, source } of [...pages].sort((a, b) => a.page - b.page)) {
    const mine = WEIGHTS[source] ?? 1;
    const last = ranges.at(-1);
    if (
      last === undefined ||
      weight + mine > WEIGHT_OF_A_JOB + 1e-9 ||
      page !== last.last + 1 ||
      page - last.first >= MOST_PAGES
    ) {
      ranges.push({ first: page, last: page });
      weight = mine;
    } else {
      last.last = page;
      weight += mine;
    }
  }
  return ranges;
}
