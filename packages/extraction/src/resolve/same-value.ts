import { fold } from '../parse/fold.ts';
import type { Candidate } from '../rules/candidate.ts';

/**
 * Whether two values say the same. A date without its time, or a time without its zone, agrees with the same
 * date told in full; punctuation and capitals make no difference in texts.
 */
export function agree(a: Candidate, b: Candidate): boolean {
  if (a.name !== b.name) return false;
  if (isMoment(a) && isMoment(b)) return momentsAgree(a.value, b.value);
  return keyOf(a.value) === keyOf(b.value);
}

/** How much a value tells; of two that agree the fuller one is kept. */
export function fullness(candidate: Candidate): number {
  if (!isMoment(candidate)) return JSON.stringify(candidate.value).length / 10_000;
  const { local, zone } = candidate.value;
  return (local.includes('T') ? 2 : 0) + (zone ? 1 : 0);
}

type MomentCandidate = Candidate<
  'submissionDeadline' | 'clarificationDeadline' | 'openingDate' | 'siteVisit'
>;

function isMoment(candidate: Candidate): candidate is MomentCandidate {
  return ['submissionDeadline', 'clarificationDeadline', 'openingDate', 'siteVisit'].includes(candidate.name);
}

interface MomentLike {
  local: string;
  zone: string | null;
  instant: string | null;
}

function momentsAgree(a: MomentLike, b: MomentLike): boolean {
  if (a.local.slice(0, 10) !== b.local.slice(0, 10)) return a.instant !== null && a.instant === b.instant;
  if (!a.local.includes('T') || !b.local.includes('T')) return true;
  if (a.local !== b.local) return a.instant !== null && a.instant === b.instant;
  return a.zone === null || b.zone === null || a.zone === b.zone || a.instant === b.instant;
}

function keyOf(value: unknown): string {
  return fold(JSON.stringify(value)).replace(/[\s.,;:'"()–-]+/g, '');
}
