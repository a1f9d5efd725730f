import type { Extraction } from '@tender/extraction';
import { expectedFacts, type Fact, foundFacts } from './facts.ts';
import type { Truth } from './truth.ts';

/**
 * Compares what was read with what is true, fact by fact; a list counts as as many facts as it has items.
 * Whether a right value names the true page is counted apart.
 */
export interface Judgement {
  name: string;
  language: string;
  expected: number;
  found: number;
  right: number;
  /** Right facts of which both sides name a page, and those that name the same. */
  paged: number;
  rightPage: number;
  /** Of the field, 0–1; null when it was not found. */
  confidence: number | null;
  verified: boolean;
  mistake: { expected: string; found: string } | null;
}

export function judge(truth: Truth, extraction: Extraction): Judgement[] {
  const found = foundFacts(extraction);
  return [...expectedFacts(truth)].map(([name, expected]) => {
    const field = extraction.fields.find((one) => one.name === name.split('.')[0]);
    const read = found.get(name) ?? [];
    const matched = match(expected, read);
    const paged = matched.filter(([a, b]) => a.page !== undefined && b.page !== undefined);
    const perfect = matched.length === expected.length && matched.length === read.length;
    return {
      name,
      language: truth.language.slice(0, 2),
      expected: expected.length,
      found: read.length,
      right: matched.length,
      paged: paged.length,
      rightPage: paged.filter(([a, b]) => a.page === b.page).length,
      confidence: field && read.length > 0 ? field.confidence : null,
      verified: field?.status === 'verified' && read.length > 0,
      mistake: perfect ? null : { expected: show(expected), found: show(read) },
    };
  });
}

/** Each expected fact with a found one that says the same, each used once. */
function match(expected: readonly Fact[], found: readonly Fact[]): [Fact, Fact][] {
  const open = [...found];
  return expected.flatMap((fact): [Fact, Fact][] => {
    const at = open.findIndex((other) => other.key === fact.key);
    const [same] = at < 0 ? [] : open.splice(at, 1);
    return same ? [[fact, same]] : [];
  });
}

function show(facts: readonly Fact[]): string {
  return facts.map(({ key }) => key).join(' | ') || '–';
}

export interface Row {
  name: string;
  expected: number;
  found: number;
  right: number;
  /** Right of those found; null when none was. */
  precision: number | null;
  /** Right of those expected. */
  recall: number | null;
}

export function rowsBy(judgements: readonly Judgement[], key: (one: Judgement) => string): Row[] {
  return [...Map.groupBy(judgements, key)].map(([name, group]) => {
    const sum = (pick: (one: Judgement) => number) => group.reduce((total, one) => total + pick(one), 0);
    const [expected, found, right] = [
      sum((one) => one.expected),
      sum((one) => one.found),
      sum((one) => one.right),
    ];
    return { name, expected, found, right, precision: ratio(right, found), recall: ratio(right, expected) };
  });
}

export function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

export interface Reliability {
  /** Confidence from … below …, 0–1. */
  from: number;
  to: number;
  values: number;
  right: number | null;
}

/** Of the values shown with a confidence, how many are right: the confidence means what this says. */
export function reliability(judgements: readonly Judgement[]): Reliability[] {
  const edges = [0, 0.5, 0.7, 0.8, 0.9, 0.95, 1.001];
  return edges.slice(1).map((to, index) => {
    const from = edges[index] ?? 0;
    const inside = judgements.filter(
      ({ confidence }) => confidence !== null && confidence >= from && confidence < to,
    );
    const right = inside.filter(({ mistake }) => mistake === null).length;
    return { from, to: Math.min(1, to), values: inside.length, right: ratio(right, inside.length) };
  });
}
