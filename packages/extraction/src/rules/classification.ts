import type { Role } from '../languages/types.ts';
import { above, leftOf } from '../layout/neighbours.ts';
import { type Quote, quoteBetween } from '../layout/span.ts';
import { findCpv, findNaics, findUnspsc, type TokenMention } from '../parse/codes.ts';
import type { BlockView, DocumentView } from '../reading/document-view.ts';
import type { Classification } from '../schema/values.ts';
import { type Candidate, trust } from './candidate.ts';

/** Classification codes, all of them, each once, in the order they are printed. */
export function classificationCandidates(document: DocumentView): Candidate<'classification'>[] {
  const codes = new Map<string, { value: Classification; quote: Quote; labelled: boolean }>();
  for (const view of document.pages.flatMap((page) => page.blocks)) {
    for (const { scheme, role, find } of schemes) {
      const labelled = hasLabel(view, role);
      if (scheme !== 'CPV' && !labelled) continue;
      for (const mention of find(view.text, labelled)) {
        const key = `${scheme} ${mention.value.slice(0, 8)}`;
        if (codes.has(key)) continue;
        const label = labelAfter(view, mention, find(view.text, labelled));
        const value = { scheme, code: mention.value, ...(label ? { label } : {}) };
        codes.set(key, { value, quote: quoteBetween(view.span, mention.start, mention.end), labelled });
      }
    }
  }
  const found = [...codes.values()];
  if (found.length === 0) return [];
  return [
    {
      name: 'classification',
      value: found.map(({ value }) => value),
      quotes: found.map(({ quote }) => quote),
      trust: found.some(({ labelled }) => labelled) ? trust.labelled : trust.sentence,
      doubts: [],
    },
  ];
}

interface Scheme {
  scheme: Classification['scheme'];
  role: Role;
  find: (text: string, labelled: boolean) => TokenMention[];
}

const schemes: readonly Scheme[] = [
  { scheme: 'CPV', role: 'cpv', find: findCpv },
  { scheme: 'NAICS', role: 'naics', find: (text) => findNaics(text) },
  { scheme: 'UNSPSC', role: 'unspsc', find: (text) => findUnspsc(text) },
];

function hasLabel(view: BlockView, role: Role): boolean {
  const labels = (other: BlockView) => other.hits.some((hit) => hit.roles.includes(role));
  if (labels(view)) return true;
  const { layout, viewOf } = view.page;
  if (leftOf(view.block, layout).some((block) => labels(viewOf(block)))) return true;
  const higher = above(view.block, layout, 2);
  return higher !== undefined && labels(viewOf(higher));
}

/** The words printed behind a code: "90620000-9 Snow-clearing services". */
function labelAfter(view: BlockView, mention: TokenMention, all: readonly TokenMention[]): string | null {
  const next = all.find((other) => other.start > mention.end);
  const rest = view.text.slice(mention.end, next?.start ?? view.text.length);
  const words = /^[\s(:–—-]*(\p{L}[^;()\d.]{2,90}?)\s*(?:[;().,]|$|\s(?:and|und|et|y|e|en)\s*$)/u.exec(
    rest,
  )?.[1];
  return words && !/^(?:and|und|et|y|e|en|as)\b/i.test(words) ? words.trim() : null;
}
