import { tokensOf } from '../labels/tokens.ts';
import type { LanguageData } from '../languages/types.ts';
import { median } from '../layout/geometry.ts';
import type { BlockView, DocumentView } from '../reading/document-view.ts';

/** Headings of a document's first pages, and whether one only names the kind of document. */

export interface Heading {
  view: BlockView;
  /** Height of its letters against the running text's. */
  prominence: number;
}

/** Blocks set larger than the text of the document's first page that has any, most prominent first. */
export function headingsOf(document: DocumentView): Heading[] {
  const [page] = document.pages;
  if (!page) return [];
  const usual = median(
    page.blocks.flatMap((view) => view.block.words.map(() => view.block.size)),
    10,
  );
  return page.blocks
    .filter((view) => view.text.length <= 250 && /\p{L}{3}/u.test(view.text))
    .map((view) => ({ view, prominence: view.block.size / usual }))
    .toSorted((a, b) => b.prominence - a.prominence || a.view.block.box[1] - b.view.block.box[1]);
}

export function words(text: string): string {
  return tokensOf(text)
    .map((token) => token.text)
    .join(' ');
}

/** Length in words of a document title that the text begins with; 0 when it begins with none. */
export function documentTitleLength(text: string, languages: readonly LanguageData[]): number {
  const read = ` ${words(text)} `;
  let longest = 0;
  for (const title of languages.flatMap((language) => language.documentTitles)) {
    if (read.startsWith(` ${title} `)) longest = Math.max(longest, title.split(' ').length);
  }
  return longest;
}

/** "Invitation to tender", "Öffentliche Ausschreibung nach VOB/A": the kind of document and little more. */
export function isDocumentTitle(text: string, languages: readonly LanguageData[]): boolean {
  const length = documentTitleLength(text, languages);
  return length > 0 && words(text).split(' ').length <= length + 3;
}

/** A name that contains a word which makes it an organisation's. */
export function namesOrganisation(text: string, languages: readonly LanguageData[]): boolean {
  const read = words(text).split(' ');
  const known = languages.flatMap((language) => language.organisations);
  return read.some(
    (word) =>
      known.includes(word) ||
      (languages[0]?.code === 'deu' && known.some((end) => end.length > 4 && word.endsWith(end))),
  );
}
