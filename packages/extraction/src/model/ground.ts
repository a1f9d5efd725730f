import { findQuote } from '../evidence/find-quote.ts';
import type { Quote } from '../layout/span.ts';
import { findMoments, type MomentContext } from '../parse/moments.ts';
import { findMoney } from '../parse/money.ts';
import { asAmount } from '../parse/numbers.ts';
import type { Candidate } from '../rules/candidate.ts';
import type { PageInput } from '../schema/input.ts';
import { amount, currency, moment } from '../schema/values.ts';
import type { Call } from './plan-calls.ts';
import type { Answer, Answers } from './sections.ts';

/**
 * A model's answer as candidates: each quote is looked for among the words of the pages that were shown, and
 * dates and sums are read out of the words found, not out of the answer. A quote that no page has gives a
 * candidate without evidence, which can never be verified.
 */
export function groundAnswer(answer: Answer, call: Call, context: MomentContext): Candidate[] {
  const ground = new Ground(call.pages, context);
  switch (answer.section) {
    case 'identity':
      return ground.identity(answer.answer);
    case 'dates':
      return ground.dates(answer.answer);
    case 'money':
      return ground.money(answer.answer);
    case 'contact':
      return ground.contact(answer.answer);
    case 'lots':
      return ground.lots(answer.answer);
    case 'criteria':
      return ground.criteria(answer.answer);
    case 'lists':
      return ground.lists(answer.answer);
  }
}

/** A grounded answer of a model is right about this often; one without words on a page is a guess. */
const groundedTrust = 0.88;
const guessTrust = 0.4;

interface Located {
  quotes: Quote[];
  match: number;
}

class Ground {
  private readonly pages: readonly PageInput[];
  private readonly context: MomentContext;

  constructor(pages: readonly PageInput[], context: MomentContext) {
    this.pages = pages;
    this.context = context;
  }

  identity(answer: Answers['identity']): Candidate[] {
    const names = ['title', 'buyer', 'reference', 'procedure', 'place', 'submissionMethod'] as const;
    return names.flatMap((name): Candidate[] => {
      const said = answer[name];
      if (!said || said.value.trim() === '') return [];
      return [{ name, value: said.value.trim(), ...this.origin(this.locate([said.quote]), said.confidence) }];
    });
  }

  dates(answer: Answers['dates']): Candidate[] {
    const names = ['submissionDeadline', 'clarificationDeadline', 'openingDate', 'siteVisit'] as const;
    return names.flatMap((name): Candidate[] => {
      const said = answer[name];
      if (!said) return [];
      const located = this.locate([said.quote]);
      const read = located.quotes
        .flatMap((quote) => findMoments(quote.text, this.context))
        .map(({ value }) => value);
      const same =
        read.find((value) => value.local === said.local) ??
        read.find((value) => said.local.startsWith(value.local.slice(0, 10)));
      const value = moment.safeParse(same ?? { local: said.local, zone: null, instant: null });
      return value.success ? [{ name, value: value.data, ...this.origin(located, said.confidence) }] : [];
    });
  }

  money(answer: Answers['money']): Candidate[] {
    return (['estimatedValue', 'bidSecurity'] as const).flatMap((name): Candidate[] => {
      const said = answer[name];
      if (!said) return [];
      const located = this.locate([said.quote]);
      const decimal = amount.safeParse(asAmount(said.amount));
      const code = currency.safeParse(said.currency);
      if (!decimal.success || !code.success) return [];
      const read = located.quotes
        .flatMap((quote) => findMoney(quote.text, this.context))
        .map(({ value }) => value);
      const value = read.find((one) => Number(one.amount) === Number(decimal.data)) ?? {
        amount: decimal.data,
        currency: code.data,
      };
      return [{ name, value, ...this.origin(located, said.confidence) }];
    });
  }

  contact(answer: Answers['contact']): Candidate[] {
    const parts = (['name', 'email', 'phone', 'url'] as const).flatMap((part) => {
      const value = answer[part]?.trim();
      return value ? [[part, value] as const] : [];
    });
    if (parts.length === 0) return [];
    const located = this.locate(parts.map(([, value]) => value));
    return [
      { name: 'contact', value: Object.fromEntries(parts), ...this.origin(located, answer.confidence) },
    ];
  }

  lots({ lots }: Answers['lots']): Candidate[] {
    if (lots.length === 0) return [];
    const value = lots.map((lot) => {
      const decimal = lot.amount === null ? null : amount.safeParse(asAmount(lot.amount));
      const code = lot.currency === null ? null : currency.safeParse(lot.currency);
      const sum =
        decimal?.success && code?.success ? { value: { amount: decimal.data, currency: code.data } } : {};
      return { number: lot.number, title: lot.title, ...sum };
    });
    return [
      { name: 'lots', value, ...this.origin(this.locate(lots.map(({ quote }) => quote)), least(lots)) },
    ];
  }

  criteria({ criteria }: Answers['criteria']): Candidate[] {
    if (criteria.length === 0) return [];
    const value = criteria.map(({ name, weight }) =>
      weight === null ? { name } : { name, weight: Math.min(100, Math.max(0, weight)) },
    );
    const located = this.locate(criteria.map(({ quote }) => quote));
    return [{ name: 'evaluationCriteria', value, ...this.origin(located, least(criteria)) }];
  }

  lists(answer: Answers['lists']): Candidate[] {
    return (['requiredDocuments', 'mandatoryRequirements', 'eligibility'] as const).flatMap(
      (name): Candidate[] => {
        const items = answer[name].items.filter(({ quote }) => quote.trim() !== '');
        if (items.length === 0) return [];
        const located = this.locate(items.map(({ quote }) => quote));
        return [
          { name, value: items.map(({ quote }) => quote.trim()), ...this.origin(located, least(items)) },
        ];
      },
    );
  }

  /** All quotes must be found: the least match counts. */
  private locate(texts: readonly string[]): Located {
    const found = texts.map((text) => findQuote(this.pages, text));
    const quotes = found.flatMap((one) => (one ? [one.quote] : []));
    const match = Math.min(...found.map((one) => one?.match ?? 0));
    return { quotes, match };
  }

  private origin({ quotes, match }: Located, confidence: number) {
    return {
      quotes,
      trust: match >= 0.8 ? groundedTrust * match : guessTrust,
      doubts: [],
      model: { match, confidence },
    };
  }
}

function least(items: readonly { confidence: number }[]): number {
  return Math.min(...items.map(({ confidence }) => confidence));
}
