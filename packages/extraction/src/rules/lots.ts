import type { LanguageData } from '../languages/types.ts';
import { type Quote, quoteBetween } from '../layout/span.ts';
import { fold } from '../parse/fold.ts';
import type { BlockView, DocumentView } from '../reading/document-view.ts';
import type { Lot } from '../schema/values.ts';
import { type Candidate, trust } from './candidate.ts';
import { words } from './headings.ts';

/** Lots: rows of a table that begin with a lot's number, or lines such as "Lot 1: … (£900,000)". */
interface FoundLot {
  lot: Lot;
  quotes: Quote[];
}

export function lotCandidates(document: DocumentView): Candidate<'lots'>[] {
  const found = new Map<string, FoundLot>();
  for (const page of document.pages) {
    let numbered = 0;
    for (const row of page.rows) {
      if (isLotHead(row, document.languages)) {
        numbered = row.length;
        continue;
      }
      const lot = row.length > 1 ? fromRow(row, numbered > 0) : fromLine(row[0]);
      if (!lot) {
        if (row.length === 1) numbered = 0;
        continue;
      }
      const known = found.get(lot.lot.number);
      if (!known || (!known.lot.value && lot.lot.value)) found.set(lot.lot.number, lot);
    }
  }
  if (found.size === 0) return [];
  const lots = [...found.values()];
  return [
    {
      name: 'lots',
      value: lots.map(({ lot }) => lot),
      quotes: lots.flatMap(({ quotes }) => quotes),
      trust: lots.length > 1 ? trust.sentence : trust.place,
      doubts: [],
    },
  ];
}

function isLotHead(row: readonly BlockView[], languages: readonly LanguageData[]): boolean {
  const [first, ...others] = row;
  if (
    !first ||
    others.length === 0 ||
    !languages.some((language) => language.columns.lot.includes(words(first.text)))
  )
    return false;
  return new RegExp(`(?:${lotWords})`).test(words(first.text));
}

function fromRow(row: readonly BlockView[], numbered: boolean): FoundLot | null {
  const [first, ...others] = row;
  if (!first) return null;
  const marked = lotAt(first.text);
  const bare = numbered ? /^\s*(\d{1,3}|[A-Z]|[IVX]{1,4})[.)]?\s*$/.exec(first.text)?.[1] : undefined;
  const number =
    bare ?? (marked && first.text.slice(marked.end).trim().length < 2 ? marked.number : undefined);
  if (!number) {
    const inline = marked ? fromLine(first) : null;
    const money = others.find((cell) => cell.money.length > 0);
    if (!inline || !money) return inline;
    return withValue(inline, money);
  }
  const title = others.find((cell) => /\p{L}{3}/u.test(cell.text) && cell.money.length === 0);
  if (!title) return null;
  const quote = quoteBetween(title.span, 0, title.text.length);
  const lot: FoundLot = { lot: { number, title: quote.text.replace(/[.;]$/, '') }, quotes: [quote] };
  const money = others.find((cell) => cell !== title && cell.money.length > 0);
  return money ? withValue(lot, money) : lot;
}

function withValue({ lot, quotes }: FoundLot, cell: BlockView): FoundLot {
  const [mention] = cell.money;
  if (!mention || lot.value) return { lot, quotes };
  return {
    lot: { ...lot, value: mention.value },
    quotes: [...quotes, quoteBetween(cell.span, mention.start, mention.end)],
  };
}

/** "Lot 1: Rural carriageways (£1,500,000)", "Los 2 – Sportboden, 245.000 EUR". */
function fromLine(view: BlockView | undefined): FoundLot | null {
  if (!view || view.text.length > 320) return null;
  const marked = lotAt(view.text);
  if (!marked) return null;
  const separator = /^\s*(?:[:.–—-]|\()\s*/.exec(view.text.slice(marked.end));
  if (!separator) return null;
  const start = marked.end + separator[0].length;
  const [mention] = view.money.filter((money) => money.start > start);
  const valueLabel = view.hits.find(
    (hit) => hit.start > start && (hit.roles.includes('estimatedValue') || hit.roles.includes('lotValue')),
  );
  const end = Math.min(mention?.start ?? view.text.length, valueLabel?.start ?? view.text.length);
  const cut = view.text.slice(start, end).replace(/[\s(:,;.–—-]+$/u, '');
  const title = cut.replace(/\)$/, cut.includes('(') ? ')' : '');
  if (!/\p{L}{3}/u.test(title) || title.length > 220) return null;
  const quotes = [quoteBetween(view.span, start, start + title.length)];
  if (!mention) return { lot: { number: marked.number, title }, quotes };
  quotes.push(quoteBetween(view.span, mention.start, mention.end));
  return { lot: { number: marked.number, title, value: mention.value }, quotes };
}

const lotWords = 'lot|los|fachlos|gebietslos|teillos|lote|lotto|perceel|package|work package|part';

/** "Lot n° 1", "Los 2", "Package A" at the start of a text: the number, and where it ends. */
export function lotAt(text: string): { number: string; end: number } | null {
  const match = new RegExp(
    `^[\\s\\-•▪·(]*(?:${lotWords})(?:[\\s-]*(?:no|nr|n|nummer|numero|number)?[.°ºo:#]*)\\s*((?:\\d{1,3}|[a-z](?![a-z])|[ivx]{1,4}(?![a-z])))`,
  ).exec(fold(text));
  const number = match?.[1];
  if (!match || !number) return null;
  const end = match[0].length;
  return { number: text.slice(end - number.length, end).toUpperCase(), end };
}
