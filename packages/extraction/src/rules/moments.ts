import type { LanguageData, Role } from '../languages/types.ts';
import { rightOf } from '../layout/neighbours.ts';
import { quoteBetween, type Span, spanOf } from '../layout/span.ts';
import { fold } from '../parse/fold.ts';
import { findMoments, isoDate, type MomentDoubt, type MomentMention } from '../parse/moments.ts';
import { columnStanding, type Standing, wordStanding } from '../reading/changes.ts';
import type { BlockView, DocumentView } from '../reading/document-view.ts';
import { type Governing, governingLabel } from '../reading/governing-label.ts';
import { sentenceAt } from '../reading/sentences.ts';
import type { Candidate, Doubt } from './candidate.ts';

/** Every date that has a label, with the label's role: deadlines and all the dates that are none. */
export interface DatedRole {
  role: Role;
  view: BlockView;
  mention: MomentMention;
  span: Span;
  trust: number;
  standing: Standing;
}

const dateRoles: ReadonlySet<Role> = new Set<Role>([
  'submissionDeadline',
  'participationDeadline',
  'clarificationDeadline',
  'openingDate',
  'siteVisit',
  'issueDate',
  'contractStart',
  'contractEnd',
  'contractPeriod',
  'validity',
  'award',
  'otherDate',
  'fee',
  'turnover',
  'performanceSecurity',
  'bidSecurity',
]);

export function datedRoles(document: DocumentView, isAddendum: boolean): DatedRole[] {
  const dated: DatedRole[] = [];
  for (const view of document.pages.flatMap((page) => page.blocks)) {
    for (const [index, mention] of view.moments.entries()) {
      const column = columnStanding(view, document.languages);
      if (column === 'was') continue;
      const others = view.moments.filter((other) => other !== mention);
      const label =
        governingLabel(view, mention, others, dateRoles) ??
        (isAddendum && index > 0 ? governingLabel(view, mention, [], dateRoles) : null);
      if (!label) continue;
      const word = isAddendum ? wordStanding(view.text, mention.start, document.languages) : null;
      if (word === 'was' && view.moments.length > 1) continue;
      const read = withTimeBeside(view, mention, document);
      const role = asks(view, label, mention, document.languages)
        ? 'clarificationDeadline'
        : bestRole(label.roles);
      dated.push({ role, view, ...read, trust: label.trust, standing: column ?? word });
    }
  }
  return isAddendum ? dated.filter((one) => !isReplaced(one, dated)) : dated;
}

/** "… from 2 April to 16 April": of the dates of one label in one sentence the last one is to be read from now on. */
function isReplaced(one: DatedRole, all: readonly DatedRole[]): boolean {
  if (one.standing === 'now') return false;
  const sentence = sentenceAt(one.view.sentences, one.mention.start);
  return all.some(
    (other) =>
      other.view === one.view &&
      other.role === one.role &&
      other.mention.start > one.mention.end &&
      other.mention.start < sentence.end,
  );
}

/** "Questions about this tender should be submitted by": what is submitted is a question. */
function asks(
  view: BlockView,
  label: Governing,
  mention: MomentMention,
  languages: readonly LanguageData[],
): boolean {
  if (label.view !== view || label.hit.form === 'whole' || !label.roles.includes('submissionDeadline'))
    return false;
  const from = Math.max(
    sentenceAt(view.sentences, mention.start).start,
    ...view.moments.filter((other) => other.end < label.hit.start).map((other) => other.end),
  );
  const before = fold(view.text.slice(from, label.hit.start));
  const words = languages.flatMap((language) => language.asking).join('|');
  return new RegExp(`(?<![a-z])(?:${words})`).test(before);
}

/** "Bids due and opening" names both; what comes first in the list of roles counts. */
function bestRole(roles: readonly Role[]): Role {
  const own = roles.filter((role) => dateRoles.has(role));
  return own[0] ?? 'otherDate';
}

/** The time may stand in the next column: joined, the two cells are read as one. */
function withTimeBeside(
  view: BlockView,
  mention: MomentMention,
  document: DocumentView,
): { mention: MomentMention; span: Span } {
  const alone = { mention, span: view.span };
  if (mention.value.local.includes('T') || view.text.length - (mention.end - mention.start) > 4) return alone;
  const [right] = rightOf(view.block, view.page.layout).map(view.page.viewOf);
  if (!right || right.moments.length > 0 || right.text.length > 40) return alone;
  const span = spanOf(view.block.page, [...view.block.words, ...right.block.words]);
  const joined = findMoments(span.text, document.momentContext)[0];
  return joined?.value.local.includes('T') ? { mention: joined, span } : alone;
}

const fieldOfRole = {
  submissionDeadline: 'submissionDeadline',
  clarificationDeadline: 'clarificationDeadline',
  openingDate: 'openingDate',
} as const;

type MomentField = 'submissionDeadline' | 'clarificationDeadline' | 'openingDate';

export function momentCandidates(
  dated: readonly DatedRole[],
  document: DocumentView,
): Candidate<MomentField>[] {
  const issued = dated.find(({ role }) => role === 'issueDate')?.mention;
  const years = document.pages.flatMap((page) =>
    page.blocks.flatMap((view) => view.moments.map((moment) => moment.date.year)),
  );
  const hasDeadline = dated.some(({ role }) => role === 'submissionDeadline');
  return dated.flatMap((one): Candidate<MomentField>[] => {
    const role = one.role === 'participationDeadline' && !hasDeadline ? 'submissionDeadline' : one.role;
    if (role !== 'submissionDeadline' && role !== 'clarificationDeadline' && role !== 'openingDate')
      return [];
    const name = fieldOfRole[role];
    const doubts = [
      ...one.mention.doubts.map(explain),
      ...implausible(one.mention, years),
      ...(issued && name === 'submissionDeadline' ? beforeIssue(one.mention, issued) : []),
    ];
    return [
      {
        name,
        value: one.mention.value,
        quotes: [quoteBetween(one.span, one.mention.start, one.mention.end)],
        trust: one.trust,
        doubts,
        ...(one.standing === 'now' ? { change: 'now' as const } : {}),
      },
    ];
  });
}

export function visitCandidates(
  dated: readonly DatedRole[],
  languages: readonly LanguageData[],
): Candidate<'siteVisit'>[] {
  return dated
    .filter(({ role }) => role === 'siteVisit')
    .map(({ mention, span, view, trust, standing }) => {
      const [left] = view.page.rows.find((row) => row.includes(view)) ?? [view];
      const text = `${left?.text ?? ''} ${view.text}`.toLowerCase();
      const says = (key: 'compulsory' | 'optional') =>
        languages.some((language) => language[key].some((word) => text.includes(word)));
      const mandatory = says('optional') ? false : says('compulsory') ? true : undefined;
      return {
        name: 'siteVisit',
        value: { ...mention.value, ...(mandatory === undefined ? {} : { mandatory }) },
        quotes: [quoteBetween(span, mention.start, mention.end)],
        trust,
        doubts: mention.doubts.map(explain),
        ...(standing === 'now' ? { change: 'now' as const } : {}),
      };
    });
}

function explain(doubt: MomentDoubt): Doubt {
  switch (doubt.code) {
    case 'ambiguous_date':
      return {
        code: doubt.code,
        message: `The date could also be ${isoDate(doubt.other)}: nothing in the document says whether day or month comes first.`,
      };
    case 'weekday_contradiction':
      return {
        code: doubt.code,
        message: 'The weekday printed with the date is not the weekday of that date.',
      };
    case 'ambiguous_midnight':
      return {
        code: doubt.code,
        message: 'Midnight may mean the start or the end of that day; the end was taken.',
      };
    case 'zone_contradiction':
      return {
        code: doubt.code,
        message: `The stated time zone is UTC${doubt.stated}, but clocks there show UTC${doubt.actual} on that day.`,
      };
  }
}

/** A year far from the other dates of the document is more likely misprinted or misread than meant. */
function implausible(mention: MomentMention, years: readonly number[]): Doubt[] {
  const sorted = years.toSorted((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)] ?? mention.date.year;
  const far =
    mention.date.year < 2000 || mention.date.year > 2100 || Math.abs(mention.date.year - middle) > 4;
  if (!far) return [];
  return [
    {
      code: 'implausible_date',
      message: `The year ${mention.date.year} is far from the document's other dates.`,
    },
  ];
}

function beforeIssue(mention: MomentMention, issued: MomentMention): Doubt[] {
  if (mention.value.local.slice(0, 10) >= issued.value.local.slice(0, 10)) return [];
  return [{ code: 'deadline_before_issue', message: 'The deadline lies before the date of the notice.' }];
}
