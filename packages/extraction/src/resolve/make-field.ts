import { evidenceOf, readingOf } from '../evidence/evidence-of.ts';
import { quoteSupports } from '../evidence/supports.ts';
import type { MomentContext } from '../parse/moments.ts';
import type { Candidate } from '../rules/candidate.ts';
import { type Evidence, type Field, field } from '../schema/field.ts';
import type { PageInput } from '../schema/input.ts';

/** A candidate together with the document it was read in. */
export interface Sourced {
  /** Which document a page is of. */
  documentOf: ReadonlyMap<PageInput, string>;
  context: MomentContext;
  candidate: Candidate;
  trust: number;
  /** Two values stand against each other: neither is verified. */
  contested: boolean;
}

/** Below this the reader was guessing: the words may not be what is printed. */
const legible = 0.45;

/**
 * Makes the field that is shown. `verified` takes a quote found among the page's words, legible, that gives the
 * value when it is read again by itself, without a doubt and without a rival; anything less is `unverified`,
 * whoever proposed it. Confidence is how often values found in this way are right, less what the reading and
 * the match lose.
 */
export function makeField(sourced: Sourced, replaced: readonly Sourced[] = []): Field {
  const { candidate } = sourced;
  const match = candidate.model?.match ?? 1;
  const reading = Math.min(1, ...candidate.quotes.map(readingOf));
  const found = candidate.quotes.length > 0 && candidate.quotes.every((quote) => quote.words.length > 0);
  const supported = found && quoteSupports(candidate, sourced.context);
  const verified =
    supported && candidate.doubts.length === 0 && !sourced.contested && reading >= legible && match >= 0.8;
  const sure = sourced.trust * (0.55 + 0.45 * reading) * (0.5 + 0.5 * match);
  const superseded = supersedes(replaced);
  return field.parse({
    name: candidate.name,
    value: candidate.value,
    text: textOf(candidate),
    confidence: round(verified ? sure : Math.min(sure * 0.6, 0.6)),
    status: verified ? 'verified' : 'unverified',
    source: candidate.model ? 'llm' : 'rules',
    evidence: evidenceList(sourced),
    scores: {
      reading: round(reading),
      match: round(match),
      ...(candidate.model ? { model: candidate.model.confidence } : {}),
    },
    ...(superseded ? { supersedes: superseded } : {}),
  });
}

/** The value an addendum replaced, with what that had replaced before; newest first. */
function supersedes(replaced: readonly Sourced[]) {
  const [latest, ...earlier] = replaced.map((one) => ({
    value: one.candidate.value,
    text: textOf(one.candidate),
    evidence: evidenceList(one),
  }));
  return latest && { ...latest, ...(earlier.length > 0 ? { earlier } : {}) };
}

export function evidenceList({ candidate, documentOf }: Sourced): Evidence[] {
  return candidate.quotes
    .filter((quote) => quote.words.length > 0)
    .map((quote) => evidenceOf(documentOf.get(quote.page) ?? '', quote));
}

function textOf({ quotes, value }: Candidate): string {
  const text = quotes.map((quote) => quote.text).join('; ');
  return text || (typeof value === 'string' ? value : JSON.stringify(value));
}

function round(value: number): number {
  return Math.round(Math.min(1, Math.max(0, value)) * 1000) / 1000;
}
