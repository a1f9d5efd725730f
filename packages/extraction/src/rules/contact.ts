import type { LanguageData } from '../languages/types.ts';
import { below, leftOf, rightOf } from '../layout/neighbours.ts';
import { type Quote, quoteBetween } from '../layout/span.ts';
import { findEmails, findPhones, findUrls, type TokenMention } from '../parse/codes.ts';
import type { BlockView, DocumentView } from '../reading/document-view.ts';
import type { Contact } from '../schema/values.ts';
import { type Candidate, type Doubt, trust } from './candidate.ts';
import { personAt } from './person.ts';

/**
 * Whom to ask: the name, e-mail address, telephone and web address that stand together. Those of review
 * bodies, data protection, support desks and architects are other people's.
 */
export function contactCandidates(document: DocumentView): Candidate<'contact'>[] {
  const parts = document.pages.flatMap((page) =>
    page.blocks.flatMap((view) => partsOf(view, document.languages)),
  );
  const best = (kind: PartKind) =>
    parts.filter((part) => part.kind === kind && part.rank > 0).toSorted((a, b) => b.rank - a.rank)[0];
  const email = best('email');
  const near = (part: Part | undefined) =>
    part && (!email || closeTo(part, email) || part.rank >= 3) ? part : undefined;
  const chosen = [near(best('name')), email, near(best('phone')), near(best('url'))].filter(
    (part) => part !== undefined,
  );
  if (chosen.length === 0) return [];
  const value: Contact = Object.fromEntries(chosen.map((part) => [part.kind, part.value]));
  const labelled = chosen.some((part) => part.rank >= 3);
  return [
    {
      name: 'contact',
      value,
      quotes: chosen.map((part) => part.quote),
      trust: labelled ? trust.sentence : trust.place + 0.1,
      doubts: chosen.flatMap((part) => part.doubts),
    },
  ];
}

type PartKind = 'name' | 'email' | 'phone' | 'url';

interface Part {
  kind: PartKind;
  value: string;
  quote: Quote;
  /** 3 and more: behind a contact's label; 1: only by its form; 0: someone else's. */
  rank: number;
  view: BlockView;
  doubts: Doubt[];
}

function closeTo(a: Part, b: Part): boolean {
  if (a.view.page !== b.view.page) return false;
  return Math.abs(a.view.block.box[1] - b.view.block.box[1]) < 14 * a.view.block.size;
}

function partsOf(view: BlockView, languages: readonly LanguageData[]): Part[] {
  const parts: Part[] = [];
  const add = (kind: PartKind, mention: TokenMention, rank: number, doubts: Doubt[] = []) => {
    const quote = quoteBetween(view.span, mention.start, mention.end);
    parts.push({
      kind,
      value: mention.value,
      quote,
      rank: isOthers(view, mention.start) ? 0 : rank,
      view,
      doubts,
    });
  };
  const contact = inContact(view);
  for (const mention of findEmails(view.text)) add('email', mention, contact ? 4 : 2);
  for (const mention of findUrls(view.text)) add('url', mention, contact ? 3 : 1);
  for (const { mention, doubts } of phonesOf(view, contact)) add('phone', mention, contact ? 4 : 2, doubts);
  if (contact) {
    const person = personAt(view.text, contact.from, languages);
    const close = person && person.start - contact.from <= 30 ? 0.5 : 0;
    if (person) add('name', person, 3 + contact.strength + close + (person.honorific ? 1 : 0));
  }
  return parts;
}

/** Whether the block tells a contact, and from where in it: by its own label, its row's, or the one above. */
function inContact(view: BlockView): { from: number; strength: number } | null {
  const own = view.hits.find((hit) => hit.roles.includes('contact') && hit.form !== 'whole');
  if (own?.marked) return { from: own.valueStart, strength: 1 };
  return underContact(view) ?? (own ? { from: own.valueStart, strength: 0.5 } : null);
}

/** In the row or below the heading of a contact. */
function underContact(view: BlockView): { from: number; strength: number } | null {
  const { layout, viewOf } = view.page;
  const label = (other: BlockView) =>
    other.hits.some((hit) => hit.roles.includes('contact') && hit.form !== 'inline');
  if (leftOf(view.block, layout).some((block) => label(viewOf(block)))) return { from: 0, strength: 1 };
  for (const other of view.page.blocks) {
    if (!other.hits.some((hit) => hit.roles.includes('contact') && hit.form === 'whole')) continue;
    let block = below(other.block, layout, 2.5);
    for (let step = 0; block && step < 6; step += 1) {
      if (block === view.block || rightOf(block, layout).includes(view.block))
        return { from: 0, strength: step === 0 ? 1 : 0.5 };
      const heading = viewOf(block).hits.some(
        (hit) => hit.form === 'whole' && hit.roles.includes('otherSection'),
      );
      if (heading) break;
      block = below(block, layout, 1.6);
    }
  }
  return null;
}

/** Telephone numbers: behind their label; in a contact's block also without one. Fax numbers are none. */
function phonesOf(view: BlockView, contact: unknown): { mention: TokenMention; doubts: Doubt[] }[] {
  const labels = view.hits.filter((hit) => hit.roles.includes('phone') || hit.roles.includes('fax'));
  const row = leftOf(view.block, view.page.layout).map(view.page.viewOf);
  const rowLabel = row.some((cell) =>
    cell.hits.some((hit) => hit.roles.includes('phone') && hit.form !== 'inline'),
  );
  const rowFax = row.some((cell) =>
    cell.hits.some((hit) => hit.roles.includes('fax') && !hit.roles.includes('phone')),
  );
  return findPhones(view.text).flatMap((mention) => {
    const label = labels.findLast((hit) => hit.end <= mention.start && mention.start - hit.end < 12);
    const labelled = label ? label.roles.includes('phone') : rowLabel;
    const fax = label ? !label.roles.includes('phone') : rowFax;
    const formed =
      contact && /^(?:\+|\(?0|\(\d{3}\))/.test(mention.value) && !/^\d{1,2}[./]\d/.test(mention.value);
    if (fax || !(labelled || formed)) return [];
    const around = view.text.slice(mention.end, mention.end + 3);
    const doubts: Doubt[] = /^\s?[OoIl](?!\p{L})/u.test(around)
      ? [
          {
            code: 'suspicious_characters',
            message: 'A letter stands among the digits of the telephone number.',
          },
        ]
      : [];
    return [{ mention, doubts }];
  });
}

/** Whether the nearest label before, in the block or above it, names someone else. */
function isOthers(view: BlockView, at: number): boolean {
  const named = view.hits.filter(
    (hit) =>
      hit.end <= at &&
      (hit.roles.includes('otherParty') || hit.roles.includes('contact')) &&
      (hit.marked || hit.form !== 'inline'),
  );
  const last = named.at(-1);
  if (last) return !last.roles.includes('contact');
  const { layout, viewOf } = view.page;
  const row = leftOf(view.block, layout).map(viewOf);
  if (row.some((cell) => cell.hits.some((hit) => hit.roles.includes('otherParty') && hit.form === 'whole')))
    return true;
  const higher = view.page.blocks.findLast(
    (other) =>
      other.block.box[3] <= view.block.box[1] + 2 &&
      view.block.box[1] - other.block.box[3] < 8 * view.block.size &&
      other.hits.some(
        (hit) => hit.form === 'whole' && (hit.roles.includes('otherParty') || hit.roles.includes('contact')),
      ),
  );
  return (
    higher?.hits.some(
      (hit) => hit.form === 'whole' && hit.roles.includes('otherParty') && !hit.roles.includes('contact'),
    ) ?? false
  );
}
