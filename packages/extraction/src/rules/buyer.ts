import type { LanguageData } from '../languages/types.ts';
import { leftOf } from '../layout/neighbours.ts';
import { quoteBetween } from '../layout/span.ts';
import { fold } from '../parse/fold.ts';
import type { BlockView, DocumentView } from '../reading/document-view.ts';
import { type Candidate, trust } from './candidate.ts';
import { headingsOf, isDocumentTitle, namesOrganisation, words } from './headings.ts';
import { labelledTexts } from './labelled-text.ts';

/**
 * Who buys: behind a label, without the address that follows the name; else an organisation named by itself
 * at the top of the first page.
 */
export function buyerCandidates(document: DocumentView): Candidate<'buyer'>[] {
  const labelled = labelledTexts(document, { role: 'buyer' }).flatMap((found): Candidate<'buyer'>[] => {
    const end = found.start + nameLength(found.view, found.start, found.end, document.languages);
    const quote = quoteBetween(found.view.span, found.start, end);
    const value = clean(quote.text);
    if (!looksLikeName(value)) return [];
    const organisation = namesOrganisation(value, document.languages);
    const late = found.view.page.number > 3 ? 0.1 : 0;
    return [
      {
        name: 'buyer',
        value,
        quotes: [quote],
        trust: found.trust - late - (organisation ? 0 : 0.08),
        doubts: [],
      },
    ];
  });
  return [...labelled, ...fromTop(document), ...fromInvitation(document)];
}

function fromTop(document: DocumentView): Candidate<'buyer'>[] {
  const { languages } = document;
  const height = document.pages[0]?.layout.page.height ?? 0;
  const texts = document.pages
    .slice(0, 4)
    .map((page) => fold(page.blocks.map((view) => view.text).join(' ')));
  return headingsOf(document)
    .filter(({ view }) => view.block.box[1] < height * 0.5 && view.text.length <= 110)
    .filter(({ view }) => namesOrganisation(view.text, languages) && !isDocumentTitle(view.text, languages))
    .filter(
      ({ view }) =>
        !view.hits.some((hit) => hit.marked && hit.form !== 'inline') && !/[.:;]$/.test(view.text),
    )
    .filter(({ view }) => leftOf(view.block, view.page.layout).length === 0)
    .toSorted((a, b) => a.view.block.box[1] - b.view.block.box[1])
    .slice(0, 2)
    .flatMap(({ view }, index): Candidate<'buyer'>[] => {
      const end = /\d/.test(view.text) ? nameLength(view, 0, view.text.length, languages) : view.text.length;
      const quote = quoteBetween(view.span, 0, end);
      const value = clean(quote.text);
      if (!looksLikeName(value) || words(value).split(' ').length > 12) return [];
      const again = texts.filter((text) => text.includes(fold(value))).length;
      return [
        {
          name: 'buyer',
          value,
          quotes: [quote],
          trust: trust.place - 0.04 * index + (again > 1 ? 0.1 : 0),
          doubts: [],
        },
      ];
    });
}

const invitation =
  /^(?:the\s|die\s|der\s|das\s|la\s|le\s|l['’]|el\s|il\s|de\s|het\s)?(.{6,110}?)\s(?:\(["“]?[^)]{2,40}\)\s)?(?:hereby\s)?(?:invites|is inviting|wishes to (?:procure|appoint|receive)|intends to|is seeking|seeks|requests|gives notice|requires|schreibt|beabsichtigt|vergibt|lance|souhaite|convoca|licita|indice|intende|nodigt|wenst|beschrijft|schrijft|organise)\s/iu;

/** "Marlow Vale Borough Council invites tenders for …" */
function fromInvitation(document: DocumentView): Candidate<'buyer'>[] {
  const found: Candidate<'buyer'>[] = [];
  for (const view of document.pages.slice(0, 2).flatMap((page) => page.blocks)) {
    for (const { start, end } of view.sentences) {
      const match = invitation.exec(view.text.slice(start, end));
      const name = match?.[1];
      if (!match || !name || !namesOrganisation(name, document.languages)) continue;
      const from = start + match[0].indexOf(name);
      const quote = quoteBetween(view.span, from, from + name.length);
      const value = clean(quote.text);
      if (looksLikeName(value))
        found.push({ name: 'buyer', value, quotes: [quote], trust: trust.before, doubts: [] });
    }
  }
  return found;
}

/** Length of the name at the start: up to its address, its representative or the next label. */
function nameLength(view: BlockView, start: number, end: number, languages: readonly LanguageData[]): number {
  const stop = view.hits.find(
    (hit) =>
      hit.start > start + 5 &&
      hit.start < end &&
      (hit.marked || hit.roles.includes('phone') || hit.roles.includes('email')),
  );
  const text = view.text.slice(start, Math.min(end, stop?.start ?? end));
  const represented =
    /[,\s(]+(?:represented by|vertreten durch|représentée? par|representad[oa] por|rappresentat[oa] d|vertegenwoordigd door|acting through|on behalf of|hereinafter|im folgenden|nachfolgend|ci-après)/iu.exec(
      text,
    );
  const limit = Math.min(represented?.index ?? text.length, lineBreak(view, start) ?? text.length);
  const pieces = text.slice(0, limit).split(/(?<=[,;·•|]|\s[–—-](?=\s))/u);
  let length = pieces[0]?.length ?? 0;
  for (const piece of pieces.slice(1)) {
    if (!isUnit(piece, languages)) break;
    length += piece.length;
  }
  return length;
}

/** The printed line ends well before the cell does: the address begins on the next one. */
function lineBreak(view: BlockView, start: number): number | null {
  const [first, second] = view.block.lines;
  if (start !== 0 || !first || !second) return null;
  const widest = Math.max(...view.block.lines.map((line) => line.box[2]));
  const room = widest - first.box[2];
  const next = second.words[0] === undefined ? undefined : view.block.page.words[second.words[0]];
  if (!next) return null;
  const address = /^\d/.test(next.text) || room > next.box[2] - next.box[0] + first.em;
  return address
    ? first.words.reduce((sum, word) => sum + (view.block.page.words[word]?.text.length ?? 0) + 1, 0)
    : null;
}

function isUnit(piece: string, languages: readonly LanguageData[]): boolean {
  const read = words(piece).split(' ');
  if (/\d/.test(piece) || read.length > 8) return false;
  const units = languages.flatMap((language) => language.units);
  return read.some(
    (word) => units.includes(word) || (languages[0]?.code === 'deu' && /(?:amt|stelle)$/.test(word)),
  );
}

function clean(text: string): string {
  return text
    .replace(/^(?:the|an|die|der)\s+(?=\p{Lu})/u, '')
    .replace(/^[\s"“„«:–—-]+|[\s"”»,;.:–—·•|(-]+$/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
}

function looksLikeName(text: string): boolean {
  return (
    text.length >= 4 &&
    text.length <= 160 &&
    /\p{Lu}/u.test(text) &&
    !/@|\d{5}|^\d/.test(text) &&
    words(text).split(' ').length <= 20
  );
}
