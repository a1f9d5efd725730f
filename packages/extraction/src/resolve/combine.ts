import { quoteSupports } from '../evidence/supports.ts';
import type { Sourced } from './make-field.ts';
import type { Merged } from './merge-documents.ts';
import { agree } from './same-value.ts';

/**
 * What the rules read and what a model answered, put together:
 *
 * - one of them alone is taken;
 * - both the same: the rules' value, surer than before;
 * - different, and the model's quote is not on a page or does not say its value: the rules' value;
 * - different, and the rules are unsure of theirs (little trust, or in doubt): the model's value;
 * - different, and both are well founded: the rules' value, unverified, with a warning that shows both.
 */
export interface Combined extends Merged {
  /** The model's value, well founded and different. */
  disagrees?: Sourced;
}

const unsure = 0.8;

export function combine(rules: Merged | null, model: Merged | null): Combined | null {
  if (!rules || !model) return rules ?? model;
  const own = rules.sourced;
  const other = model.sourced;
  if (agree(own.candidate, other.candidate)) {
    const trust = founded(other) ? Math.min(0.995, 1 - (1 - own.trust) * (1 - 0.6 * other.trust)) : own.trust;
    return { ...rules, sourced: { ...own, trust } };
  }
  if (!founded(other)) return rules;
  if (own.trust < unsure || own.candidate.doubts.length > 0) return { ...model, replaced: rules.replaced };
  if (isList(own)) return rules;
  return { ...rules, sourced: { ...own, contested: true }, disagrees: other };
}

function founded({ candidate, context }: Sourced): boolean {
  return (
    (candidate.model?.match ?? 1) >= 0.8 && candidate.quotes.length > 0 && quoteSupports(candidate, context)
  );
}

/** Lists and records differ in wording and length without contradicting each other. */
function isList({ candidate }: Sourced): boolean {
  return (
    typeof candidate.value !== 'string' && !('local' in candidate.value || 'currency' in candidate.value)
  );
}
