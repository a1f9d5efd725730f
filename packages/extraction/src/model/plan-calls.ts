import { createHash } from 'node:crypto';
import type { DocumentInput, PageInput } from '../schema/input.ts';
import { promptVersion } from './prompt.ts';
import { type SectionName, sectionNames } from './sections.ts';

/** One question about a run of pages. Each stands for itself: it can be asked, stored and asked again alone. */
export interface Call {
  documentId: string;
  section: SectionName;
  pages: PageInput[];
  /** The same for the same text, question, prompt and model. */
  key: string;
}

/**
 * Cuts documents into windows of whole pages that fit, each beginning with the last page of the one before, so
 * that what runs over a page's end is seen whole, and asks every section of each.
 */
export function planCalls(documents: readonly DocumentInput[], model: string, maxCharacters: number): Call[] {
  return documents.flatMap((document) =>
    windowsOf(document.pages, maxCharacters).flatMap((pages) =>
      sectionNames.map((section) => ({
        documentId: document.id,
        section,
        pages,
        key: keyOf(section, pages, model),
      })),
    ),
  );
}

export function windowsOf(pages: readonly PageInput[], maxCharacters: number): PageInput[][] {
  const windows: PageInput[][] = [];
  let window: PageInput[] = [];
  let size = 0;
  for (const page of pages.filter(({ failed, text }) => !failed && text.trim() !== '')) {
    const cut =
      page.text.length > maxCharacters ? { ...page, text: page.text.slice(0, maxCharacters) } : page;
    if (window.length > 0 && size + cut.text.length > maxCharacters) {
      windows.push(window);
      const last = window.at(-1);
      const overlap = last && last.text.length + cut.text.length <= maxCharacters ? [last] : [];
      window = [...overlap];
      size = overlap.reduce((sum, { text }) => sum + text.length, 0);
    }
    window.push(cut);
    size += cut.text.length;
  }
  if (window.length > 0) windows.push(window);
  return windows;
}

function keyOf(section: SectionName, pages: readonly PageInput[], model: string): string {
  const hash = createHash('sha256').update(JSON.stringify([promptVersion, model, section]));
  for (const { page, text } of pages) hash.update(JSON.stringify([page, text]));
  return hash.digest('hex');
}
