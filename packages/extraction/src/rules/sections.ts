import type { Role } from '../languages/types.ts';
import type { BlockView, DocumentView } from '../reading/document-view.ts';

/**
 * What stands under a heading: rows of blocks from the heading to the next heading, on to the next page where
 * the page ends first.
 */
export interface Section {
  heading: BlockView;
  rows: BlockView[][];
}

const maximumRows = 60;

/** Sections whose heading has the role; a lead-in that ends in a colon counts as a heading. */
export function sectionsOf(document: DocumentView, role: Role): Section[] {
  const rows = document.pages.flatMap((page) => page.rows);
  const sections: Section[] = [];
  for (const [index, row] of rows.entries()) {
    const [heading] = row;
    if (!heading || !opens(heading, row, role)) continue;
    const size = heading.block.size;
    const body: BlockView[][] = [];
    for (const next of rows.slice(index + 1, index + 1 + maximumRows)) {
      const [first] = next;
      if (!first || isPageFurniture(next)) continue;
      if (first.page.number > heading.page.number + 1) break;
      if (isHeading(first, next, role, size)) break;
      body.push(next);
    }
    sections.push({ heading, rows: body });
  }
  return sections;
}

function opens(view: BlockView, row: readonly BlockView[], role: Role): boolean {
  const hit = view.hits.find((one) => one.roles.includes(role) && !one.weak);
  if (!hit) return false;
  if (hit.form === 'whole') return row.length === 1;
  return row.length === 1 && /:\s*$/.test(view.text) && view.text.length < 260;
}

/** A line that begins another section: a known label alone on its line, or set like the heading. */
function isHeading(view: BlockView, row: readonly BlockView[], role: Role, size: number): boolean {
  if (row.length > 1) return false;
  const numbered =
    /^(?:(?:article|section|part|clause|§|abschnitt|teil|artikel|artículo|articolo|annex|appendix|anlage|annexe|anexo|allegato|bijlage)\s)?(?:\d{1,2}(?:\.\d{1,2})*[.)]?|[IVX]+[.)])\s+\p{Lu}[^.;:]{3,70}$/iu.test(
      view.text,
    );
  const larger = view.block.size > size * 1.25;
  const asLarge = Math.abs(view.block.size - size) < size * 0.04;
  const recognised = view.block.words.some((word) => (view.block.page.words[word]?.confidence ?? 1) < 1);
  const other = view.hits.some((hit) => hit.form === 'whole' && !hit.weak && !hit.roles.includes(role));
  const short = view.text.length < 80 && !/[.;,]$/.test(view.text);
  const body = bodySize(view);
  if (!recognised) {
    if (larger && short) return true;
    if (asLarge && size > body * 1.1 && short) return true;
    if (numbered && size > body * 1.05 && view.block.size > body * 1.05) return true;
  }
  return other && short && !startsItem(view.text);
}

function bodySize(view: BlockView): number {
  const sizes = view.page.blocks
    .flatMap((other) => other.block.words.map(() => other.block.size))
    .toSorted((a, b) => a - b);
  return sizes[Math.floor(sizes.length / 2)] ?? view.block.size;
}

/** Running heads and feet: small, at the very edge of the page. */
function isPageFurniture(row: readonly BlockView[]): boolean {
  const [first] = row;
  if (!first) return true;
  const { height } = first.page.layout.page;
  const [, y0, , y1] = first.block.box;
  return y0 > height * 0.94 || y1 < height * 0.045;
}

const item =
  /^(?:[-–—•▪●○□☐■*·►➢✓v]\s+|\[ ?[xX]?\]\s*|\[ ?[1Il|] ?\]?\s+|\(?[a-zA-Z][.)]\s+|\(?\d{1,2}[.)]\s+|\([ivx]+\)\s+|[ivx]{1,4}[.)]\s+|\d{1,2}(?:\.\d{1,2})+[.)]?\s+)/;

export function startsItem(text: string): boolean {
  return item.test(text);
}

/** Length of the bullet or number in front of an item. */
export function markerLength(text: string): number {
  return item.exec(text)?.[0].length ?? 0;
}
