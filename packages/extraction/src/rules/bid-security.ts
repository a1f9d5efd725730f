import { rightOf } from '../layout/neighbours.ts';
import { type Quote, quoteBetween } from '../layout/span.ts';
import { fold } from '../parse/fold.ts';
import type { BlockView, DocumentView } from '../reading/document-view.ts';
import type { BidSecurity } from '../schema/values.ts';
import { type Candidate, trust } from './candidate.ts';
import type { MoneyRole } from './money.ts';

/** The security to be given with the offer: a sum or a share of the price, and its form where printed. */
export function bidSecurityCandidates(
  document: DocumentView,
  money: readonly MoneyRole[],
): Candidate<'bidSecurity'>[] {
  const sum = money.filter(({ role }) => role === 'bidSecurity').toSorted((a, b) => b.trust - a.trust)[0];
  const texts = document.pages.flatMap((page) =>
    page.blocks.flatMap((view) =>
      view.hits
        .filter((hit) => hit.roles.includes('bidSecurity'))
        .flatMap((hit) => {
          if (hit.form !== 'whole') return [{ view, from: hit.end }];
          return rightOf(view.block, page.layout)
            .slice(0, 1)
            .map((block) => ({ view: page.viewOf(block), from: 0 }));
        }),
    ),
  );
  const percent = first(texts, shareAt);
  const form = first(texts, formAt);
  if (!sum && !percent) return [];
  const value: BidSecurity = {
    ...(sum ? { amount: sum.mention.value.amount, currency: sum.mention.value.currency } : {}),
    ...(percent ? { percent: Number(percent.value.replace(',', '.')) } : {}),
    ...(form ? { form: form.value } : {}),
  };
  const quotes = [
    ...(sum ? [quoteBetween(sum.view.span, sum.mention.start, sum.mention.end)] : []),
    ...(percent ? [percent.quote] : []),
    ...(form ? [form.quote] : []),
  ];
  const change = sum?.standing === 'now' ? { change: 'now' as const } : {};
  return [{ name: 'bidSecurity', value, quotes, trust: sum?.trust ?? trust.sentence, doubts: [], ...change }];
}

interface Place {
  view: BlockView;
  from: number;
}

interface Read {
  value: string;
  quote: Quote;
}

function first(places: readonly Place[], read: (place: Place) => Read | null): Read | undefined {
  for (const place of places) {
    const found = read(place);
    if (found) return found;
  }
  return undefined;
}

function shareAt({ view, from }: Place): Read | null {
  const match =
    /(\d{1,2}(?:[.,]\d{1,2})?)\s?(?:%|per ?cent|prozent|v\.? ?h\.?|pour ?cent|por ?ciento|procent)/.exec(
      fold(view.text).slice(from, from + 140),
    );
  if (!match?.[1]) return null;
  const start = from + match.index;
  return { value: match[1], quote: quoteBetween(view.span, start, start + match[0].length) };
}

const forms =
  /bank guarantee|unconditional guarantee|demand draft|fixed deposit receipt|banker'?s cheque|certified check|cashier'?s check|surety bond|insurance bond|bankburgschaft|bankgarantie|burgschaft|garantie bancaire|caution bancaire|aval bancario|seguro de caucion|fideiussione bancaria|fideiussione|polizza fideiussoria|bankwaarborg/;

function formAt({ view, from }: Place): Read | null {
  const match = forms.exec(fold(view.text).slice(from, from + 200));
  if (!match) return null;
  const quote = quoteBetween(view.span, from + match.index, from + match.index + match[0].length);
  return { value: quote.text, quote };
}
