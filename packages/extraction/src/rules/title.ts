import { tokensOf } from '../labels/tokens.ts';
import { textOf } from '../layout/continues.ts';
import { quoteBetween } from '../layout/span.ts';
import type { BlockView, DocumentView } from '../reading/document-view.ts';
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
  return [...labelled, ...fromHeadings(document), ...fromInvitation(document), ...fromProse(document)];
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
    const start = afterDocumentTitle(view, document);
    if (labelled || leads || (start === 0 && isDocumentTitle(view.text, languages))) continue;
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

const prose: readonly RegExp[] = [
  /(?:invites?|invited|seeks?|requests?|receive) (?:sealed |competitive |written |electronic )?(?:tenders?|bids?|proposals?|offers?|quotations?)(?: from [^.]{3,60}?)? for (?:the )?([^.;]{8,160}?)(?:[.;]|, (?:as|in accordance|with|under)\s)/iu,
  /schreibt (?:hiermit )?(?:die |den |das )?(.{8,160}?) (?:öffentlich |europaweit |im offenen Verfahren |beschränkt )*aus\b/iu,
  /(?:a pour objet|porte sur|lance une consultation pour|lance un appel d.offres pour) (?:la |le |les |l.)?([^.;]{8,160}?)[.;]/iu,
  /(?:tiene por objeto|convoca licitación para|licita) (?:la |el |los |las )?([^.;]{8,160}?)[.;]/iu,
  /(?:ha per oggetto|indice (?:una )?gara per|avente ad oggetto) (?:la |il |lo |l.|i |gli |le )?([^.;]{8,160}?)[.;]/iu,
  /(?:heeft betrekking op|nodigt .{0,40}uit .{0,30}voor|besteedt) (?:de |het )?([^.;]{8,160}?)(?: aan)?[.;]/iu,
];

/** "The council invites tenders for the supply of rock salt." */
function fromProse(document: DocumentView): Candidate<'title'>[] {
  for (const view of document.pages[0]?.blocks ?? []) {
    for (const pattern of prose) {
      const match = pattern.exec(view.text);
      const printed = match?.[1];
      if (!match || !printed) continue;
      const start = match.index + match[0].indexOf(printed);
      const quote = quoteBetween(view.span, start, start + printed.length);
      const value = clean(quote.text);
      if (looksLikeTitle(value))
        return [{ name: 'title', value, quotes: [quote], trust: trust.place - 0.04, doubts: [] }];
    }
  }
  return [];
}

/** "Invitation to tender for the supply of road salt" set like any other line. */
function fromInvitation(document: DocumentView): Candidate<'title'>[] {
  return (document.pages[0]?.blocks ?? []).flatMap((view): Candidate<'title'>[] => {
    const start =
      view.text.length <= 220 && view.sentences.length === 1 ? afterDocumentTitle(view, document) : 0;
    if (start === 0) return [];
    const quote = quoteBetween(view.span, start, view.text.length);
    const value = clean(quote.text);
    return looksLikeTitle(value)
      ? [{ name: 'title', value, quotes: [quote], trust: trust.place, doubts: [] }]
      : [];
  });
}

/** "Invitation to tender for the supply of …" → where "the supply" begins. */
function afterDocumentTitle({ text, block }: BlockView, { languages }: DocumentView): number {
  const [first] = block.lines;
  const line = first ? textOf(first, block.page) : '';
  if (block.lines.length > 1 && isDocumentTitle(line, languages)) return line.length + 1;
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
  if (/^\d+(?:[.,]\d+)?\s*(?:%|\p{L}+)$/u.test(text)) return false;
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
