import type { LanguageData } from '../languages/types.ts';
import { type Quote, quoteBetween } from '../layout/span.ts';
import { fold } from '../parse/fold.ts';
import type { BlockView, DocumentView } from '../reading/document-view.ts';
import type { Criterion } from '../schema/values.ts';
import { type Candidate, trust } from './candidate.ts';
import { words } from './headings.ts';
import { markerLength, sectionsOf } from './sections.ts';

/**
 * How offers are judged: names with weights, from a table, from lines or from a sentence. Points are turned
 * into percent when they do not add up to a hundred. A price that decides alone has no weight printed.
 */
interface Weighed {
  name: Quote;
  weight: number | null;
  quote: Quote | null;
}

export function criteriaCandidates(document: DocumentView): Candidate<'evaluationCriteria'>[] {
  const sections = [
    ...sectionsOf(document, 'evaluationCriteria').map(({ rows }) => weighedRows(rows, document.languages)),
    ...tablesOf(document).map((rows) => weighedRows(rows, document.languages)),
    ...sentencesOf(document),
  ].filter((found) => found.length > 0);
  const best = sections.toSorted((a, b) => score(b) - score(a))[0];
  if (best?.some(({ weight }) => weight !== null)) return [candidate(best)];
  return fromPriceOnly(document);
}

function candidate(found: readonly Weighed[]): Candidate<'evaluationCriteria'> {
  const total = found.reduce((sum, { weight }) => sum + (weight ?? 0), 0);
  const scale = total > 100.5 && found.every(({ weight }) => weight !== null) ? 100 / total : 1;
  const value = found.map(({ name, weight }): Criterion => {
    const tidy = name.text.replace(/[\s.,;:(–—-]+$/u, '');
    return weight === null ? { name: tidy } : { name: tidy, weight: Math.round(weight * scale * 100) / 100 };
  });
  return {
    name: 'evaluationCriteria',
    value,
    quotes: found.flatMap(({ name, quote }) => (quote ? [name, quote] : [name])),
    trust: Math.abs(total - 100) < 0.5 ? trust.labelled : trust.place,
    doubts: [],
  };
}

/** A hundred percent over several criteria is what a table of criteria looks like. */
function score(found: readonly Weighed[]): number {
  const total = found.reduce((sum, { weight }) => sum + (weight ?? 0), 0);
  return (Math.abs(total - 100) < 0.5 ? 10 : 0) + Math.min(5, found.length);
}

function weighedRows(rows: readonly BlockView[][], languages: readonly LanguageData[]): Weighed[] {
  const found: Weighed[] = [];
  const head = rows.find((row) => isHead(row, languages));
  const column = head?.findIndex((cell) => isColumn(cell, 'weight', languages)) ?? -1;
  const weightLeft = head?.[column]?.block.box[0];
  for (const row of rows) {
    if (row === head) continue;
    const weighed = row.length > 1 ? fromRow(row, weightLeft) : fromLine(row[0]);
    if (!weighed) {
      if (found.length > 0 && row.length === 1 && (row[0]?.text.length ?? 0) > 90) break;
      continue;
    }
    if (!isTotal(weighed.name.text, languages)) found.push(weighed);
  }
  return found;
}

/** Tables headed "Criterion | Weight" outside any section that names them. */
function tablesOf(document: DocumentView): BlockView[][][] {
  const tables: BlockView[][][] = [];
  for (const page of document.pages) {
    for (const [index, row] of page.rows.entries()) {
      if (!isHead(row, document.languages)) continue;
      const rest = page.rows.slice(index + 1);
      const end = rest.findIndex((next) => next.length === 1);
      tables.push([row, ...(end < 0 ? rest : rest.slice(0, end))]);
    }
  }
  return tables;
}

function isHead(row: readonly BlockView[], languages: readonly LanguageData[]): boolean {
  return (
    row.length > 1 &&
    row.some((cell) => isColumn(cell, 'criterion', languages)) &&
    row.some((cell) => isColumn(cell, 'weight', languages))
  );
}

function isColumn(
  cell: BlockView,
  kind: 'criterion' | 'weight',
  languages: readonly LanguageData[],
): boolean {
  const text = words(cell.text.replace(/[(%)]/g, ' '));
  return languages.some((language) => language.columns[kind].includes(text));
}

function isTotal(name: string, languages: readonly LanguageData[]): boolean {
  const text = words(name);
  return languages.some((language) =>
    language.columns.total.some((word) => text === word || text.startsWith(`${word} `)),
  );
}

const weightCell =
  /^\s*(?:max\.?\s*)?(\d{1,3}(?:[.,]\d{1,2})?)\s*(?:%|per\s?cent|prozent|pour\s?cent|por\s?ciento|procent|points?|punkte|puntos|punti|punten|pts?\.?|marks?|v\.?\s?h\.?)?\s*$/iu;

function fromRow(row: readonly BlockView[], weightLeft: number | undefined): Weighed | null {
  const cells = row.filter((cell) => weightCell.test(cell.text));
  const near = (cell: BlockView) =>
    Math.abs(cell.block.box[0] - (weightLeft ?? 0)) + Math.abs(cell.block.box[2] - (weightLeft ?? 0));
  const cell =
    weightLeft === undefined
      ? cells.findLast((other) => /%|p(?:er)?\s?c(?:ent)?|pro[zc]ent|p(?:oi|u)n[kt]/iu.test(other.text))
      : cells.toSorted((a, b) => near(a) - near(b))[0];
  const name = row.find((other) => other !== cell && /\p{L}{3}/u.test(other.text));
  const printed = cell && weightCell.exec(cell.text)?.[1];
  if (!cell || !name || printed === undefined) return null;
  return {
    name: quoteBetween(name.span, markerLength(name.text), name.text.length),
    weight: Number(printed.replace(',', '.')),
    quote: quoteBetween(cell.span, 0, cell.text.length),
  };
}

const percent =
  '(\\d{1,3}(?:[.,]\\d{1,2})?)\\s*(?:%|per\\s?cent|prozent|pour\\s?cent|por\\s?ciento|per\\s?cento|procent|points?|punkte|puntos|punti|punten|pts|marks)';
const behind = new RegExp(`^(.{3,140}?)[\\s:(,=–—.…-]*${percent}\\)?\\s*[.;,]?\\s*$`, 'iu');
const ahead = new RegExp(`^${percent}\\s*[:–—-]?\\s*(\\p{L}.{2,140}?)[.;,]?$`, 'iu');

function fromLine(view: BlockView | undefined): Weighed | null {
  if (!view || view.text.length > 180) return null;
  const offset = markerLength(view.text);
  const text = view.text.slice(offset);
  const last = behind.exec(text);
  if (last?.[1] && last[2]) {
    const name = last[1].replace(/[\s:(,=–—.…-]+$/u, '');
    const at = offset + text.lastIndexOf(last[2]);
    return weighed(view, offset, offset + name.length, last[2], at);
  }
  const first = ahead.exec(text);
  if (!first?.[1] || !first[2]) return null;
  const start = offset + text.indexOf(first[2]);
  return weighed(view, start, start + first[2].length, first[1], offset);
}

function weighed(view: BlockView, start: number, end: number, weight: string, at: number): Weighed | null {
  const name = quoteBetween(view.span, start, end);
  if (!/\p{L}{3}/u.test(name.text)) return null;
  const quote = quoteBetween(view.span, at, Math.min(view.text.length, at + weight.length + 2));
  return { name, weight: Number(weight.replace(',', '.')), quote };
}

/** "Price (60 %), quality (30 %) and social value (10 %)". */
function sentencesOf(document: DocumentView): Weighed[][] {
  const pattern = new RegExp(
    `([\\p{L}][\\p{L}'’\\s/-]{1,60}?)[\\s:(–—-]+${percent}\\)?|${percent}\\s*(?:for\\s|für\\s|pour\\s|para\\s|per\\s|voor\\s|:)?\\s*([\\p{L}][\\p{L}'’\\s/-]{1,50}?)(?=[,;.)]|\\s(?:and|und|et|y|e|en)\\s|$)`,
    'giu',
  );
  const lists: Weighed[][] = [];
  for (const view of document.pages.flatMap((page) => page.blocks)) {
    if (
      !view.hits.some((hit) => hit.roles.includes('evaluationCriteria')) &&
      (view.text.match(/%/g)?.length ?? 0) < 2
    )
      continue;
    for (const { start, end } of view.sentences) {
      const sentence = view.text.slice(start, end);
      const colon = sentence.indexOf(':') + 1;
      const found = [...sentence.slice(colon).matchAll(pattern)].flatMap((match): Weighed[] => {
        const printed = match[1] ?? match[4] ?? '';
        const name = printed
          .replace(
            /^.*\s(?:on|on the|basis of|using|following|auf|nach|aus|sur|selon|según|secondo|op basis van)\s(?=\S)/iu,
            '',
          )
          .replace(/^\s*(?:and|und|et|y|e|en|the|with|mit|to|zu|is|ist|of|are)\s+(?:the\s)?/iu, '');
        const weight = match[2] ?? match[3] ?? '';
        const at = start + colon + match.index + match[0].indexOf(printed) + printed.indexOf(name);
        const one = weighed(
          view,
          at,
          at + name.trimEnd().length,
          weight,
          start + colon + match.index + match[0].indexOf(weight),
        );
        return one ? [one] : [];
      });
      const total = found.reduce((sum, { weight }) => sum + (weight ?? 0), 0);
      if (found.length >= 2 && Math.abs(total - 100) < 0.5) lists.push(found);
    }
  }
  return lists;
}

/** The price decides alone, said in a sentence. */
function fromPriceOnly(document: DocumentView): Candidate<'evaluationCriteria'>[] {
  for (const view of document.pages.flatMap((page) => page.blocks)) {
    const folded = fold(view.text);
    const phrase = document.languages
      .flatMap((language) => language.priceOnly)
      .find((one) => folded.includes(one));
    if (
      !phrase ||
      !/award|criteri|evaluat|bid|tender|zuschlag|angebot|attribu|offre|adjudica|oferta|aggiudica|offert|gunning|inschrijving/.test(
        folded,
      )
    )
      continue;
    const start = folded.indexOf(phrase);
    const stop =
      /[.;:,]|\s(?:will|shall|wird|sera|seront|sera|sara|wordt)\s/.exec(folded.slice(start + phrase.length))
        ?.index ?? folded.length;
    const quote = quoteBetween(
      view.span,
      start,
      Math.min(start + phrase.length + Math.min(stop, 70), view.text.length),
    );
    return [
      {
        name: 'evaluationCriteria',
        value: [{ name: quote.text }],
        quotes: [quote],
        trust: trust.before,
        doubts: [],
      },
    ];
  }
  return [];
}
