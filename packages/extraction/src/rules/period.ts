import type { LanguageData } from '../languages/types.ts';
import { rightOf } from '../layout/neighbours.ts';
import { type Quote, quoteBetween } from '../layout/span.ts';
import { fold } from '../parse/fold.ts';
import type { BlockView, DocumentView } from '../reading/document-view.ts';
import type { ContractPeriod } from '../schema/values.ts';
import { type Candidate, type Doubt, trust } from './candidate.ts';
import type { DatedRole } from './moments.ts';

/**
 * When the contract runs: its start and end where dates are printed, its months where a duration in months or
 * years is. Weeks and days are no number of months and are left out.
 */
export function periodCandidates(
  document: DocumentView,
  dated: readonly DatedRole[],
): Candidate<'contractPeriod'>[] {
  const start = strongest(dated, 'contractStart') ?? rangeStart(dated);
  const end = strongest(dated, 'contractEnd');
  const duration = durationOf(document);
  const found = [start, end].filter((one) => one !== undefined);
  if (found.length === 0 && !duration) return [];
  const value: ContractPeriod = {
    ...(start ? { start: start.mention.value.local.slice(0, 10) } : {}),
    ...(end ? { end: end.mention.value.local.slice(0, 10) } : {}),
    ...(duration ? { months: duration.months } : {}),
  };
  const quotes = found.map(({ span, mention }) => quoteBetween(span, mention.start, mention.end));
  if (duration) quotes.push(duration.quote);
  return [
    {
      name: 'contractPeriod',
      value,
      quotes,
      trust: Math.min(duration?.trust ?? 1, ...found.map((one) => one.trust)),
      doubts: duration?.doubts ?? [],
    },
  ];
}

function strongest(dated: readonly DatedRole[], role: DatedRole['role']): DatedRole | undefined {
  return dated.filter((one) => one.role === role).toSorted((a, b) => b.trust - a.trust)[0];
}

/** "Contract period: 1 October 2026 to 30 September 2030": the first date under the label of the period. */
function rangeStart(dated: readonly DatedRole[]): DatedRole | undefined {
  return dated.find(
    ({ role, view, mention }) => role === 'contractPeriod' && view.moments[0]?.start === mention.start,
  );
}

interface Duration {
  months: number;
  quote: Quote;
  trust: number;
  doubts: Doubt[];
}

function durationOf(document: DocumentView): Duration | null {
  for (const page of document.pages) {
    for (const view of page.blocks) {
      for (const hit of view.hits) {
        if (!hit.roles.includes('contractPeriod') && !hit.roles.includes('contractStart')) continue;
        const cells =
          hit.form === 'whole' ? rightOf(view.block, page.layout).slice(0, 1).map(page.viewOf) : [view];
        for (const cell of cells) {
          const from = cell === view ? hit.start : 0;
          const reach = hit.roles.includes('contractPeriod') ? 120 : 90;
          const read = durationAt(cell, from, reach, document.languages);
          if (read) return { ...read, trust: hit.weak ? trust.before : trust.sentence };
        }
      }
    }
  }
  return null;
}

function durationAt(
  view: BlockView,
  from: number,
  reach: number,
  languages: readonly LanguageData[],
): Omit<Duration, 'trust'> | null {
  const { pattern, numerals, years } = compile(languages);
  const text = fold(view.text).slice(from, from + reach);
  const match = pattern.exec(text);
  if (!match) return null;
  const [whole, digits, word, bracketed, behind, ahead, counted] = match;
  const unit = behind ?? ahead ?? '';
  const spelt = word === undefined ? undefined : numerals.get(word.replace(/\s+/g, ' '));
  const number = digits ? Number(digits.replace(',', '.')) : (spelt ?? Number(counted ?? bracketed));
  if (!Number.isFinite(number) || number <= 0 || number > 600) return null;
  const contradicts = spelt !== undefined && bracketed !== undefined && Number(bracketed) !== spelt;
  return {
    months: years.has(unit) ? number * 12 : number,
    quote: quoteBetween(view.span, from + match.index, from + match.index + whole.length),
    doubts: contradicts
      ? [{ code: 'conflicting_values', message: 'The duration in words is not the one in figures.' }]
      : [],
  };
}

interface Compiled {
  pattern: RegExp;
  numerals: ReadonlyMap<string, number>;
  years: ReadonlySet<string>;
}

const compiled = new WeakMap<readonly LanguageData[], Compiled>();

function compile(languages: readonly LanguageData[]): Compiled {
  const known = compiled.get(languages);
  if (known) return known;
  const numerals = new Map(languages.flatMap((language) => Object.entries(language.numerals)));
  const years = new Set(languages.flatMap((language) => [...language.durations.year]));
  const units = [...years, ...languages.flatMap((language) => [...language.durations.month])].toSorted(
    (a, b) => b.length - a.length,
  );
  const spelt = [...numerals.keys()].toSorted((a, b) => b.length - a.length).join('|');
  const pattern = new RegExp(
    `(?<![\\d.,\\p{L}])(?:(\\d{1,3}(?:[.,]5)?)|d?'?(${spelt})(?![a-z]))\\s*(?:\\((\\d{1,3})\\)\\s*)?(?:calendar\\s|full\\s)?(${units.join('|')})(?![a-z])|(?<![a-z])(${units.join('|')})\\s*:\\s*(\\d{1,3})(?![\\d.,])`,
    'u',
  );
  const result = { pattern, numerals, years };
  compiled.set(languages, result);
  return result;
}
