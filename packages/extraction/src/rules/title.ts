import { tokensOf } from '../labels/tokens.ts';
import { quoteBetween } from '../layout/span.ts';
import type { DocumentView } from '../reading/document-view.ts';
import { sentenceAt } from '../reading/sentences.ts';
import { type Candidate, trust } from './candidate.ts';
import { documentTitleLength, headingsOf, isDocumentTitle, namesOrganisation, words } from './headings.ts';
import { labelledTexts } from './labelled-text.ts';

/**
 * What is bought: behind a label ("Contract title"), or the most prominent heading that neither names the kind
 * of document nor an organisation.
 */
export function titleCandidates(document: DocumentView): Candidate<'title'>[] {
  const labelled = labelledTexts(document, { role: 'title' }).flatMap((found): Candidate<'title'>[] => {
    if (
      found.label.page.rows.some(
        (row) => row.includes(found.label) && isTableHead(row.map((cell) => cell.text)),
      )
    ) {
      return [];
    }
    const sentence = sentenceAt(found.view.sentences, found.start);
    const end = found.quote.text.length > 200 ? Math.min(found.end, sentence.end) : found.end;
    const quote = quoteBetween(found.view.span, found.start, end);
    const value = clean(quote.text);
    if (!looksLikeTitle(value)) return [];
    const late = found.view.page.number > 3 ? 0.15 : 0;
    return [{ name: 'title', value, quotes: [quote], trust: found.trust - late, doubts: [] }];
  });
  return [...labelled, ...fromHeadings(document)];
}

function fromHeadings(document: DocumentView): Candidate<'title'>[] {
  const { languages } = document;
  const candidates: Candidate<'title'>[] = [];
  for (const { view, prominence } of headingsOf(document)) {
    if (prominence < 1.12 || candidates.length >= 2) break;
    const labelled = view.hits.some(
      (hit) => hit.form === 'whole' && hit.end - hit.start > view.text.length * 0.7,
    );
    const leads = view.hits.some((hit) => hit.form === 'lead' && hit.marked);
    if (labelled || leads || isDocumentTitle(view.text, languages)) continue;
    const start = afterDocumentTitle(view.text, document);
    const quote = quoteBetween(view.span, start, view.text.length);
    const value = clean(quote.text);
    const organisation =
      start === 0 && namesOrganisation(view.text, languages) && words(view.text).split(' ').length <= 7;
    if (!looksLikeTitle(value) || organisation) continue;
    candidates.push({
      name: 'title',
      value,
      quotes: [quote],
      trust: trust.place + (prominence > 1.3 ? 0.12 : 0),
      doubts: [],
    });
  }
  return candidates;
}

/** "Invitation to tender for the supply of …" → where "the supply" begins. */
function afterDocumentTitle(text: string, { languages }: DocumentView): number {
  const length = documentTitleLength(text, languages);
  if (length === 0) return 0;
  const last = tokensOf(text)[length - 1];
  if (!last) return 0;
  const joint =
    /^\s*(?:[:–—-]|for\b|pour\b|para\b|per\b|voor\b|über\b|zur?\b|zum\b)\s*(?:the\s|la\s|le\s|il\s|el\s|de\s|het\s|die\s|der\s|das\s)?/iu;
  const match = joint.exec(text.slice(last.end));
  return match ? last.end + match[0].length : 0;
}

function clean(text: string): string {
  return text
    .replace(/^["“„«‹'‘\s:–—-]+|["”“»›'’\s.,;]+$/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
}

function looksLikeTitle(text: string): boolean {
  return (
    text.length >= 6 &&
    text.length <= 300 &&
    /\p{L}{3}/u.test(text) &&
    text.split(' ').length >= 2 &&
    !/@|:\s*$/.test(text)
  );
}

/** A row of nothing but short labels is the head of a table. */
function isTableHead(cells: readonly string[]): boolean {
  return cells.length >= 3 && cells.every((cell) => cell.length < 40 && !/\d/.test(cell));
}
