import { findEmails } from '../parse/codes.ts';
import { fold } from '../parse/fold.ts';
import { findMoments, type MomentContext } from '../parse/moments.ts';
import { findMoney } from '../parse/money.ts';
import type { Candidate } from '../rules/candidate.ts';

/**
 * Whether the quoted words say the value: dates, sums, codes, numbers and addresses must come out of the quote
 * again when it is read by itself. This is asked of every value, whoever proposed it.
 */
export function quoteSupports(candidate: Candidate, context: MomentContext): boolean {
  const text = candidate.quotes.map((quote) => quote.text).join(' \n ');
  const folded = squeeze(text);
  const says = (value: string | undefined) => value === undefined || folded.includes(squeeze(value));
  const sums = () =>
    candidate.quotes.flatMap((quote) => findMoney(quote.text, context)).map(({ value }) => value);
  const dates = () =>
    candidate.quotes.flatMap((quote) => findMoments(quote.text, context)).map(({ value }) => value);
  switch (candidate.name) {
    case 'submissionDeadline':
    case 'clarificationDeadline':
    case 'openingDate':
    case 'siteVisit': {
      const { local, zone } = candidate.value;
      return dates().some((date) => date.local === local && date.zone === zone);
    }
    case 'estimatedValue': {
      const { amount, currency } = candidate.value;
      return sums().some((sum) => sum.amount === amount && sum.currency === currency);
    }
    case 'bidSecurity': {
      const { amount, percent } = candidate.value;
      const sum = amount === undefined || sums().some((one) => one.amount === amount);
      return sum && (percent === undefined || numbersIn(text).includes(percent));
    }
    case 'classification':
      return candidate.value.every(({ code }) => says(code));
    case 'contact': {
      const { email, name, phone, url } = candidate.value;
      const addresses = candidate.quotes.flatMap((quote) => findEmails(quote.text)).map(({ value }) => value);
      return (email === undefined || addresses.includes(email)) && says(name) && says(phone) && says(url);
    }
    case 'contractPeriod': {
      const { start, end } = candidate.value;
      const days = dates().map((date) => date.local.slice(0, 10));
      return [start, end].every((day) => day === undefined || days.includes(day));
    }
    case 'lots': {
      const amounts = sums().map((sum) => sum.amount);
      return candidate.value.every(
        ({ title, value }) => says(title) && (!value || amounts.includes(value.amount)),
      );
    }
    case 'evaluationCriteria': {
      const numbers = numbersIn(text);
      const total = candidate.value.reduce((sum, { weight }) => sum + (weight ?? 0), 0);
      const asPrinted = ({ weight }: { weight?: number | undefined }) =>
        weight === undefined || numbers.includes(weight);
      return (
        candidate.value.every(({ name }) => says(name)) &&
        (candidate.value.every(asPrinted) || Math.abs(total - 100) < 0.5)
      );
    }
    case 'requiredDocuments':
    case 'mandatoryRequirements':
    case 'eligibility':
      return candidate.value.every(says);
    default:
      return says(candidate.value);
  }
}

function squeeze(text: string): string {
  return fold(text).replace(/\s+/g, '');
}

function numbersIn(text: string): number[] {
  return [...text.matchAll(/\d+(?:[.,]\d+)?/g)].map((match) => Number(match[0].replace(',', '.')));
}
