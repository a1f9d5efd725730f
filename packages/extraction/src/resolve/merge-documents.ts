import type { Identified } from '../documents/order.ts';
import type { Candidate } from '../rules/candidate.ts';
import type { FieldName } from '../schema/fields.ts';
import type { PageInput } from '../schema/input.ts';
import { type Choice, choose } from './choose.ts';
import type { Sourced } from './make-field.ts';
import { agree, fullness } from './same-value.ts';

/**
 * One value per field from all documents of a tender. What the notice and its annexes say is put together; an
 * addendum overrides it field by field and what it replaced is kept. Only documents of one rank can contradict
 * each other.
 */
export interface Merged {
  sourced: Sourced;
  /** Newest first. */
  replaced: Sourced[];
  rival?: Sourced;
}

export interface ReadDocument extends Identified {
  candidates: Candidate[];
  documentOf: ReadonlyMap<PageInput, string>;
}

/** What an addendum only repeats, unless it says that it changes it. */
const repeated: ReadonlySet<FieldName> = new Set<FieldName>([
  'title',
  'buyer',
  'reference',
  'procedure',
  'place',
  'submissionMethod',
  'classification',
  'contact',
]);

export function mergeField(name: FieldName, documents: readonly ReadDocument[]): Merged | null {
  const base = documents.filter(({ identity }) => identity.kind !== 'addendum');
  const addenda = documents.filter(({ identity }) => identity.kind === 'addendum');
  let merged = mergeBase(name, base);
  for (const document of addenda) {
    const own = document.candidates.filter((candidate) => candidate.name === name);
    const changes = own.filter((candidate) => candidate.change !== undefined);
    const counted = changes.length > 0 ? changes : merged && repeated.has(name) ? [] : own;
    const choice = choose(counted);
    if (choice) merged = override(merged, document, choice);
  }
  return merged;
}

function mergeBase(name: FieldName, documents: readonly ReadDocument[]): Merged | null {
  const choices = documents.flatMap((document) => {
    const choice = choose(document.candidates.filter((candidate) => candidate.name === name));
    return choice ? [{ document, choice }] : [];
  });
  const strength = ({ document, choice }: (typeof choices)[number]) =>
    choice.trust + (document.identity.kind === 'notice' ? 0.1 : 0);
  const [best, ...others] = choices.toSorted((a, b) => strength(b) - strength(a));
  if (!best) return null;
  const fuller = others.find(
    ({ choice }) =>
      agree(choice.chosen, best.choice.chosen) &&
      fullness(choice.chosen) > fullness(best.choice.chosen) + 0.5,
  );
  const used = fuller ?? best;
  const across = others.find(({ choice }) => contradicts(best.choice, choice));
  const rival =
    (best.choice.rival && source(best.document, best.choice.rival, best.choice.trust, true)) ??
    (across && source(across.document, across.choice.chosen, across.choice.trust, true));
  return {
    sourced: source(used.document, used.choice.chosen, used.choice.trust, rival !== undefined),
    replaced: [],
    ...(rival ? { rival } : {}),
  };
}

/** Both documents are well founded, and the field is one of those that a tender has once. */
function contradicts(a: Choice, b: Choice): boolean {
  return choose([a.chosen, b.chosen])?.rival !== undefined;
}

function override(before: Merged | null, document: ReadDocument, choice: Choice): Merged {
  const candidate =
    before && choice.chosen.change === 'add' ? added(before.sourced, choice.chosen) : choice.chosen;
  const rival = choice.rival && source(document, choice.rival, choice.trust, true);
  const fresh = source(document, candidate, choice.trust, rival !== undefined);
  if (before && agree(before.sourced.candidate, candidate)) {
    const fuller = fullness(candidate) > fullness(before.sourced.candidate) + 0.5 ? fresh : before.sourced;
    return { ...before, sourced: fuller };
  }
  return {
    sourced: fresh,
    replaced: before ? [before.sourced, ...before.replaced] : [],
    ...(rival ? { rival } : {}),
  };
}

/** An addendum that adds to a list leaves the list as it was and makes it longer. */
function added(before: Sourced, change: Candidate): Candidate {
  const { candidate } = before;
  if (candidate.name !== change.name || !isList(candidate) || !isList(change)) return change;
  const value = [...candidate.value, ...change.value.filter((item) => !candidate.value.includes(item))];
  return { ...change, value, quotes: [...candidate.quotes, ...change.quotes] };
}

type ListCandidate = Candidate<'requiredDocuments' | 'mandatoryRequirements' | 'eligibility'>;

function isList(candidate: Candidate): candidate is ListCandidate {
  return ['requiredDocuments', 'mandatoryRequirements', 'eligibility'].includes(candidate.name);
}

function source(
  { view, documentOf }: ReadDocument,
  candidate: Candidate,
  trust: number,
  contested: boolean,
): Sourced {
  return { documentOf, context: view.momentContext, candidate, trust, contested };
}
