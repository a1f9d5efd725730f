import type { LabelHit } from '../labels/find-labels.ts';
import type { Role } from '../languages/types.ts';
import { below, rightOf } from '../layout/neighbours.ts';
import { type Quote, quoteBetween } from '../layout/span.ts';
import { columnStanding, type Standing } from '../reading/changes.ts';
import type { BlockView, DocumentView } from '../reading/document-view.ts';
import { sentenceAt } from '../reading/sentences.ts';
import { trust } from './candidate.ts';

/** What stands behind, beside or below a label, as text. */
export interface LabelledText {
  quote: Quote;
  /** The block that the text is of, and where in it. */
  view: BlockView;
  start: number;
  end: number;
  hit: LabelHit;
  label: BlockView;
  trust: number;
  standing: Standing;
}

export interface Asked {
  role: Role;
  /** Also where the label has no colon behind it: "Reference RWK-118". */
  unmarked?: boolean;
  /** Also in the middle of a sentence. */
  inline?: boolean;
}

export function labelledTexts(document: DocumentView, { role, unmarked, inline }: Asked): LabelledText[] {
  const found: LabelledText[] = [];
  for (const page of document.pages) {
    for (const view of page.blocks) {
      for (const hit of view.hits) {
        if (!hit.roles.includes(role)) continue;
        const standing = columnStanding(view, document.languages);
        if (standing === 'was') continue;
        const text = textOf(view, hit, document, {
          role,
          unmarked: unmarked === true,
          inline: inline === true,
        });
        if (text) found.push(text);
      }
    }
  }
  return found;
}

function textOf(
  view: BlockView,
  hit: LabelHit,
  document: DocumentView,
  asked: Required<Asked>,
): LabelledText | null {
  if (hit.form === 'whole') return besideOrBelow(view, hit, document, asked.role);
  const allowed = hit.marked || (asked.unmarked && hit.form === 'lead') || (asked.inline && !hit.weak);
  if (!allowed) return null;
  const end = endOfValue(view, hit);
  if (end - hit.valueStart < 2) return null;
  return make(
    view,
    hit.valueStart,
    end,
    view,
    hit,
    hit.form === 'inline' ? trust.sentence : trust.labelled,
    null,
  );
}

function besideOrBelow(
  view: BlockView,
  hit: LabelHit,
  document: DocumentView,
  role: Role,
): LabelledText | null {
  const cells = rightOf(view.block, view.page.layout).map(view.page.viewOf);
  const now = cells.find((cell) => columnStanding(cell, document.languages) === 'now');
  const [first] = cells.filter((cell) => columnStanding(cell, document.languages) !== 'was');
  const cell = now ?? first;
  if (cell && !isLabel(cell, role)) {
    return make(cell, 0, cell.text.length, view, hit, trust.labelled, now ? 'now' : null);
  }
  const lower = below(view.block, view.page.layout, 2.2);
  const under = lower && view.page.viewOf(lower);
  if (!under || isLabel(under, role) || columnStanding(under, document.languages) === 'was') return null;
  if (cell && isLabel(cell, role) && rightOf(under.block, view.page.layout).length === 0) return null;
  return make(under, 0, under.text.length, view, hit, trust.below, null);
}

function isLabel(view: BlockView, role: Role): boolean {
  const whole = view.hits.find((hit) => hit.form === 'whole' && !hit.weak && !hit.roles.includes(role));
  return whole !== undefined && whole.end - whole.start > view.text.length * 0.6;
}

/** A value ends where the next label is set, or with its sentence when it stands in one. */
function endOfValue(view: BlockView, hit: LabelHit): number {
  const next = view.hits.find(
    (other) => other.start > hit.valueStart && other.marked && other.form === 'inline',
  );
  const sentence = sentenceAt(view.sentences, hit.valueStart);
  return Math.min(next?.start ?? view.text.length, hit.form === 'inline' ? sentence.end : view.text.length);
}

function make(
  view: BlockView,
  start: number,
  end: number,
  label: BlockView,
  hit: LabelHit,
  base: number,
  standing: Standing,
): LabelledText {
  const quote = quoteBetween(view.span, start, end);
  return { quote, view, start, end, hit, label, trust: hit.weak ? base - trust.weak : base, standing };
}
