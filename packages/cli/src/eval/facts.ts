import type { Extraction, Field } from '@tender/extraction';
import type { Truth } from './truth.ts';

/** Truth and extraction in one form: facts by name, each with what is compared and the page it stands on. */
export interface Fact {
  key: string;
  page: number | undefined;
}

export type Facts = Map<string, Fact[]>;

export function expectedFacts(truth: Truth): Facts {
  const facts: Facts = new Map();
  for (const name of ['title', 'buyer', 'reference', 'procedure', 'place', 'submissionMethod'] as const) {
    const fact = truth[name];
    if (fact) facts.set(name, [{ key: textKey(String(fact.value)), page: fact.page }]);
  }
  for (const name of ['submissionDeadline', 'clarificationDeadline', 'openingDate', 'siteVisit'] as const) {
    const fact = truth[name];
    if (!fact) continue;
    facts.set(name, [{ key: String(fact.value).slice(0, 16), page: fact.page }]);
    if (fact.utc) facts.set(`${name}.instant`, [{ key: instantKey(fact.utc), page: fact.page }]);
  }
  const { estimatedValue, contact } = truth;
  if (estimatedValue) {
    facts.set('estimatedValue', [
      { key: `${Number(estimatedValue.value)} ${estimatedValue.currency}`, page: estimatedValue.page },
    ]);
  }
  for (const part of ['name', 'email', 'phone', 'url'] as const) {
    const fact = contact?.[part];
    if (fact) facts.set(`contact.${part}`, [{ key: textKey(String(fact.value)), page: fact.page }]);
  }
  const codes = truth.classificationCodes?.map(({ value, page }) => ({ key: textKey(String(value)), page }));
  if (codes) facts.set('classification', codes);
  const documents = truth.requiredDocuments?.map(({ value, page }) => ({
    key: textKey(String(value)),
    page,
  }));
  if (documents) facts.set('requiredDocuments', documents);
  const lots = truth.lots?.map(({ id, value, amount, page }) => ({
    key: lotKey(id, String(value), amount),
    page,
  }));
  if (lots) facts.set('lots', lots);
  const criteria = truth.evaluationCriteria?.map(({ value, weight, page }) => ({
    key: criterionKey(String(value), weight),
    page,
  }));
  if (criteria) facts.set('evaluationCriteria', criteria);
  return facts;
}

export function foundFacts({ fields }: Extraction): Facts {
  const facts: Facts = new Map();
  for (const field of fields) for (const [name, list] of factsOf(field)) facts.set(name, list);
  return facts;
}

function factsOf(field: Field): [string, Fact[]][] {
  const [first] = field.evidence;
  const pageOf = (text: string) =>
    (field.evidence.find(({ quote }) => textKey(quote).includes(textKey(text))) ?? first)?.page;
  const list = (items: readonly string[], keys: readonly string[]): [string, Fact[]][] => [
    [field.name, items.map((item, index) => ({ key: keys[index] ?? textKey(item), page: pageOf(item) }))],
  ];
  switch (field.name) {
    case 'submissionDeadline':
    case 'clarificationDeadline':
    case 'openingDate':
    case 'siteVisit': {
      const { local, instant } = field.value;
      const own: [string, Fact[]] = [field.name, [{ key: local, page: first?.page }]];
      return instant
        ? [own, [`${field.name}.instant`, [{ key: instantKey(instant), page: first?.page }]]]
        : [own];
    }
    case 'estimatedValue': {
      const { amount, currency } = field.value;
      return [[field.name, [{ key: `${Number(amount)} ${currency}`, page: first?.page }]]];
    }
    case 'contact':
      return Object.entries(field.value).map(([part, value]) => [
        `contact.${part}`,
        [{ key: textKey(value ?? ''), page: pageOf(value ?? '') }],
      ]);
    case 'classification':
      return list(
        field.value.map(({ code }) => code),
        [],
      );
    case 'lots':
      return list(
        field.value.map(({ title }) => title),
        field.value.map(({ number, title, value }) => lotKey(number, title, value && Number(value.amount))),
      );
    case 'evaluationCriteria':
      return list(
        field.value.map(({ name }) => name),
        field.value.map(({ name, weight }) => criterionKey(name, weight)),
      );
    case 'requiredDocuments':
    case 'mandatoryRequirements':
    case 'eligibility':
      return list(field.value, []);
    case 'contractPeriod':
    case 'bidSecurity':
      return [];
    default:
      return [[field.name, [{ key: textKey(field.value), page: first?.page }]]];
  }
}

/** Letters and digits only: spacing, dashes and capitals make no difference. */
export function textKey(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\d]+/gu, '');
}

function lotKey(id: string, title: string, amount: number | null | undefined): string {
  return [id.toLowerCase(), textKey(title), amount ?? ''].join(' ').trim();
}

function criterionKey(name: string, weight: number | null | undefined): string {
  return [textKey(name), weight ?? ''].join(' ').trim();
}

function instantKey(instant: string): string {
  return new Date(instant).toISOString();
}
