import type { Candidate } from '../rules/candidate.ts';
import { agree, fullness } from './same-value.ts';

/**
 * From the proposals for one field to one value, or to two that contradict each other. Proposals that agree
 * strengthen each other; two different values that are both well founded are a contradiction and are both shown.
 */
export interface Choice {
  chosen: Candidate;
  /** All places that say the same. */
  supporting: Candidate[];
  /** Chance that the value is right, from the trust of all places that say it. */
  trust: number;
  /** A different value that is as well founded. */
  rival?: Candidate;
}

/** Fields of which a tender has one, so that two of them are a contradiction. */
const single = new Set<Candidate['name']>([
  'submissionDeadline',
  'clarificationDeadline',
  'openingDate',
  'estimatedValue',
]);

/** A rival below this is a misreading rather than a contradiction. */
const foundedTrust = 0.84;
const closeTrust = 0.08;

export function choose(candidates: readonly Candidate[]): Choice | null {
  const groups: Candidate[][] = [];
  for (const candidate of candidates.toSorted((a, b) => fullness(b) - fullness(a))) {
    const group = groups.find((one) => one.every((other) => agree(other, candidate)));
    if (group) group.push(candidate);
    else groups.push([candidate]);
  }
  const ranked = groups
    .map((group) => ({
      group,
      strongest: Math.max(...group.map(({ trust }) => trust)),
      trust: together(group),
    }))
    .toSorted((a, b) => rank(b) - rank(a));
  const [best, ...others] = ranked;
  const chosen = best && fullest(best.group);
  if (!best || !chosen) return null;
  const rival = others.find(
    (other) =>
      single.has(chosen.name) &&
      other.strongest >= foundedTrust &&
      best.strongest - other.strongest <= closeTrust,
  );
  const against = rival && fullest(rival.group);
  return { chosen, supporting: best.group, trust: best.trust, ...(against ? { rival: against } : {}) };
}

function rank({ group, trust, strongest }: { group: Candidate[]; trust: number; strongest: number }): number {
  const page = Math.min(...group.flatMap(({ quotes }) => quotes.map((quote) => quote.page.page)));
  return strongest + trust - Math.min(page, 50) * 0.001;
}

/** The strongest place tells the value, unless another that agrees tells it more fully. */
function fullest(group: readonly Candidate[]): Candidate | undefined {
  return group.toSorted((a, b) => fullness(b) - fullness(a) || b.trust - a.trust)[0];
}

/** Independent places: the chance that all of them are wrong, kept below certainty. */
function together(group: readonly Candidate[]): number {
  const wrong = group
    .slice(0, 4)
    .reduce((chance, { trust }, index) => chance * (index === 0 ? 1 - trust : 1 - trust * 0.5), 1);
  return Math.min(0.99, 1 - wrong);
}
