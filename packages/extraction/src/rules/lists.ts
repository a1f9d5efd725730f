import { type Quote, quoteBetween } from '../layout/span.ts';
import { columnStanding } from '../reading/changes.ts';
import type { BlockView, DocumentView } from '../reading/document-view.ts';
import { type Candidate, trust } from './candidate.ts';
import { labelledTexts } from './labelled-text.ts';
import { markerLength, sectionsOf, startsItem } from './sections.ts';

/** Fields that are lists of lines under a heading. */
export type ListField = 'requiredDocuments' | 'mandatoryRequirements' | 'eligibility';

export function listCandidates(document: DocumentView, name: ListField): Candidate<ListField>[] {
  const sections = sectionsOf(document, name).flatMap(({ rows }): Candidate<ListField>[] => {
    const items = itemsOf(rows, name !== 'requiredDocuments');
    return items.length === 0
      ? []
      : [candidate(name, items, items.length > 1 ? trust.sentence : trust.place)];
  });
  return [...sections, ...fromCells(document, name), ...fromSentences(document, name)];
}

function candidate(name: ListField, items: readonly Quote[], base: number): Candidate<ListField> {
  return { name, value: items.map(({ text }) => tidy(text)), quotes: [...items], trust: base, doubts: [] };
}

function itemsOf(rows: readonly BlockView[][], prose: boolean): Quote[] {
  const items: Quote[] = [];
  const marked = rows.some((row) => row[0] && startsItem(row[0].text));
  for (const row of rows) {
    const [first, second] = row;
    if (!first) continue;
    if (startsItem(first.text)) {
      items.push(quoteBetween(first.span, markerLength(first.text), first.text.length));
    } else if (second && /^(?:\d{1,2}|[a-zA-Z])[.)]?$|^[•▪●○□☐■*·✓–-]$|^\[ ?\]$/.test(first.text.trim())) {
      items.push(quoteBetween(second.span, 0, second.text.length));
    } else if (marked) {
      if (items.length > 0) break;
    } else if (row.length === 1 && isShortLine(first.text)) {
      items.push(quoteBetween(first.span, 0, first.text.length));
    } else if (prose && row.length === 1 && items.length === 0) {
      return first.sentences
        .slice(0, 8)
        .map(({ start, end }) => quoteBetween(first.span, start, end))
        .filter(({ text }) => text.length > 12);
    } else if (items.length > 0) {
      break;
    }
    if (items.length >= 40) break;
  }
  return items.filter(({ text }) => /\p{L}{3}/u.test(text));
}

function isShortLine(text: string): boolean {
  return text.length <= 110 && /^[\p{Lu}\d"“«]/u.test(text) && !/[.:]$/.test(text);
}

/** "Documents to be returned | add: Outline commissioning plan", "Required documents: A; B; C". */
function fromCells(document: DocumentView, name: ListField): Candidate<ListField>[] {
  return labelledTexts(document, { role: name }).flatMap((found): Candidate<ListField>[] => {
    const beside = found.label !== found.view && found.view.block.box[0] > found.label.block.box[2] - 2;
    if (found.hit.weak || (found.label !== found.view && !beside)) return [];
    const standing = columnStanding(found.view, document.languages);
    const adds = document.languages.flatMap((language) => language.adds).join('|');
    const lead = new RegExp(`^\\s*(?:${adds})\\s*:\\s*`, 'iu').exec(
      found.view.text.slice(found.start, found.end),
    );
    const start = found.start + (lead?.[0].length ?? 0);
    const items = splitList(found.view, start, found.end);
    if (items.length === 0 || (items.length === 1 && !lead && !beside && standing !== 'now')) return [];
    const change = lead ? 'add' : standing === 'now' ? 'now' : undefined;
    return [{ ...candidate(name, items, found.trust - 0.05), ...(change ? { change } : {}) }];
  });
}

/** "The tender must include: a signed form, a price list and a method statement." */
function fromSentences(document: DocumentView, name: ListField): Candidate<ListField>[] {
  return document.pages.flatMap((page) =>
    page.blocks.flatMap((view) =>
      view.hits
        .filter((hit) => hit.roles.includes(name) && !hit.weak && hit.form !== 'whole' && !hit.marked)
        .flatMap((hit): Candidate<ListField>[] => {
          const sentence = view.sentences.find(({ start, end }) => hit.start >= start && hit.end <= end);
          if (!sentence) return [];
          const colon = view.text.slice(hit.end, sentence.end).indexOf(':');
          if (colon < 0 || colon > 60) return [];
          const items = splitList(view, hit.end + colon + 1, sentence.end);
          return items.length < 2 ? [] : [candidate(name, items, trust.before)];
        }),
    ),
  );
}

/** Parts of an enumeration in a sentence: by semicolons, else by commas and the "and" before the last. */
function splitList(view: BlockView, start: number, end: number): Quote[] {
  const text = view.text.slice(start, end);
  const separator = text.includes(';')
    ? /;\s*(?:(?:and|und|et|y|e|en)\s)?/g
    : /,\s*(?:(?:and|und|et|y|e|en)\s)?|\s(?:and|und|et|y|e|en)\s(?=[^,;]*$)/g;
  const single = !text.includes(';') && !text.includes(',');
  const items: Quote[] = [];
  let from = 0;
  for (const match of single ? [] : text.matchAll(separator)) {
    items.push(quoteBetween(view.span, start + from, start + match.index));
    from = match.index + match[0].length;
  }
  items.push(quoteBetween(view.span, start + from, end));
  return items.filter(
    ({ text: item }) =>
      item.length >= 3 && item.length < 200 && /\p{L}{3}/u.test(item) && !/^\d+\s*(?:%|\p{L}+)$/u.test(item),
  );
}

function tidy(text: string): string {
  return text.replace(/[\s.;,]+$/, '').replace(/\s+/g, ' ');
}
