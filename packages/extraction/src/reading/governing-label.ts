import type { LabelHit } from '../labels/find-labels.ts';
import type { Role } from '../languages/types.ts';
import { above, leftOf, rightOf } from '../layout/neighbours.ts';
import { trust } from '../rules/candidate.ts';
import type { BlockView, PageView } from './document-view.ts';
import { sentenceAt } from './sentences.ts';

/**
 * Which label a date or a sum belongs to. Each mention belongs to one label at the most, the one a reader would
 * take: in its sentence the nearest before it, in a table the cell to its left, else the label alone above it.
 * Labels of things that are no field (insurance, penalties, opening of something else) own their mentions as
 * well; that is what keeps these from being taken for a field's.
 */
export interface Governing {
  roles: Role[];
  trust: number;
  hit: LabelHit;
  view: BlockView;
}

export interface Mention {
  start: number;
  end: number;
}

export function governingLabel(
  view: BlockView,
  mention: Mention,
  others: readonly Mention[],
  relevant: ReadonlySet<Role>,
): Governing | null {
  const usable = (hit: LabelHit) => hit.roles.some((role) => relevant.has(role));
  const own = inSentence(view, mention, others, usable);
  if (own !== undefined) return own;
  const startsBlock = mention.start <= 28 || view.text.length <= 80;
  return startsBlock ? besideOrAbove(view, view.page, usable) : null;
}

/** Undefined: the sentence has no label; null: it has one that is another mention's. */
function inSentence(
  view: BlockView,
  mention: Mention,
  others: readonly Mention[],
  usable: (hit: LabelHit) => boolean,
): Governing | null | undefined {
  const sentence = sentenceAt(view.sentences, mention.start);
  const hits = view.hits.filter(
    (hit) => usable(hit) && (!hit.weak || hit.form === 'lead' || hit.marked) && hit.end > sentence.start - 1,
  );
  const before = hits.findLast((hit) => hit.end <= mention.start && hit.start >= sentence.start);
  if (before) {
    const between = others.filter((other) => other.start >= before.end && other.end <= mention.start);
    if (between.length > 0) return null;
    const reach = before.form === 'inline' && !before.marked ? 160 : 240;
    if (mention.start - before.end > reach) return undefined;
    const base = before.form === 'lead' && (before.marked || mention.start - before.valueStart < 12);
    return governing(view, before, base ? trust.labelled : trust.sentence);
  }
  const after = hits.find((hit) => hit.start >= mention.end && hit.start < sentence.end);
  if (after && after.start - mention.end <= 60 && !after.weak) {
    const between = others.some((other) => other.start >= mention.end && other.end <= after.start);
    const nextOwns = others.some((other) => other.start >= after.end && other.start - after.end < 25);
    if (!between && !nextOwns) return governing(view, after, trust.before);
  }
  return undefined;
}

function besideOrAbove(
  view: BlockView,
  page: PageView,
  usable: (hit: LabelHit) => boolean,
): Governing | null {
  const left = leftOf(view.block, page.layout).map(page.viewOf);
  for (const cell of left) {
    const hit = labelOf(cell, usable);
    if (hit) return governing(cell, hit, trust.labelled);
  }
  if (left.some((cell) => /\p{L}{3}/u.test(cell.text) && cell.moments.length === 0)) return null;
  const [right] = rightOf(view.block, page.layout).map(page.viewOf);
  const rightHit =
    right && right.moments.length === 0 && right.money.length === 0 ? labelOf(right, usable) : undefined;
  if (right && rightHit) return governing(right, rightHit, trust.before);
  const higher = labelAbove(view, page, usable);
  return higher ? governing(higher.view, higher.hit, trust.below) : null;
}

function labelAbove(view: BlockView, page: PageView, usable: (hit: LabelHit) => boolean) {
  let block = view.block;
  for (let step = 0; step < 3; step += 1) {
    const next = above(block, page.layout, 1.8);
    if (!next) return null;
    const higher = page.viewOf(next);
    const hit = higher.hits.findLast((other) => usable(other) && other.form === 'whole');
    if (hit) return { view: higher, hit };
    const change = /^[^:]{2,30}:/.test(higher.text) && higher.hits.length === 0;
    if (!change) return null;
    block = next;
  }
  return null;
}

/** The label that a cell is: the last one in it, with no value behind it. */
function labelOf(cell: BlockView, usable: (hit: LabelHit) => boolean): LabelHit | undefined {
  if (cell.text.length > 140) return undefined;
  return cell.hits.findLast((hit) => usable(hit) && (hit.form !== 'inline' || !hit.weak));
}

function governing(view: BlockView, hit: LabelHit, base: number): Governing {
  return {
    roles: hit.roles,
    trust: base - (hit.weak ? trust.weak : 0) - (hit.secondary ? trust.secondary : 0),
    hit,
    view,
  };
}
