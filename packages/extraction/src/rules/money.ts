import type { Role } from '../languages/types.ts';
import { leftOf } from '../layout/neighbours.ts';
import { quoteBetween } from '../layout/span.ts';
import type { MoneyMention } from '../parse/money.ts';
import { columnStanding, type Standing, wordStanding } from '../reading/changes.ts';
import type { BlockView, DocumentView } from '../reading/document-view.ts';
import { governingLabel } from '../reading/governing-label.ts';
import type { Candidate } from './candidate.ts';
import { lotAt } from './lots.ts';

/** Every sum that has a label, with the label's role. */
export interface MoneyRole {
  role: Role;
  view: BlockView;
  mention: MoneyMention;
  trust: number;
  standing: Standing;
}

const moneyRoles: ReadonlySet<Role> = new Set<Role>([
  'estimatedValue',
  'bidSecurity',
  'performanceSecurity',
  'insurance',
  'fee',
  'penalty',
  'turnover',
  'otherMoney',
  'lotValue',
  'lots',
]);

export function moneyRolesOf(document: DocumentView, isAddendum: boolean): MoneyRole[] {
  const found: MoneyRole[] = [];
  for (const view of document.pages.flatMap((page) => page.blocks)) {
    for (const [index, mention] of view.money.entries()) {
      const column = columnStanding(view, document.languages);
      if (column === 'was') continue;
      const others = view.money.filter((other) => other !== mention);
      const label =
        governingLabel(view, mention, others, moneyRoles) ??
        (isAddendum && index > 0 ? governingLabel(view, mention, [], moneyRoles) : null);
      if (!label) continue;
      const word = isAddendum ? wordStanding(view.text, mention.start, document.languages) : null;
      if (word === 'was' && view.money.length > 1) continue;
      const role = inLotRow(view)
        ? 'lotValue'
        : (label.roles.find((one) => moneyRoles.has(one)) ?? 'otherMoney');
      found.push({ role, view, mention, trust: label.trust, standing: column ?? word });
    }
  }
  return found;
}

/** A cell whose row begins with a lot, or that stands under the heading of a table of lots. */
function inLotRow(view: BlockView): boolean {
  const row = leftOf(view.block, view.page.layout).map(view.page.viewOf);
  const first = row.at(-1);
  if (!first) return false;
  if (
    first.hits.some((hit) => hit.roles.includes('lots') && hit.form !== 'inline') &&
    /\b[\dA-Z]{1,3}\b/.test(first.text)
  ) {
    return true;
  }
  return /^(?:\d{1,2}|[A-Z])[.)]?$/.test(first.text.trim());
}

export function valueCandidates(found: readonly MoneyRole[]): Candidate<'estimatedValue'>[] {
  return found
    .filter(({ role, view }) => role === 'estimatedValue' && lotAt(view.text) === null)
    .map(({ mention, view, trust, standing }) => ({
      name: 'estimatedValue',
      value: mention.value,
      quotes: [quoteBetween(view.span, mention.start, mention.end)],
      trust,
      doubts: [],
      ...(standing === 'now' ? { change: 'now' as const } : {}),
    }));
}
