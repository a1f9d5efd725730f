import { z } from 'zod';

/**
 * The questions, cut into sections with small schemas: a schema of everything gives nothing valid. Every answer
 * carries the words it was read from. What the model says of pages is not even asked: the page is where the
 * words are found.
 */
const quote = z.string().describe('The words of the document that say this, copied letter by letter');
const confidence = z.number().min(0).max(1).describe('How sure you are, 0 to 1');
const said = z.object({ value: z.string(), quote, confidence }).nullable();
const date = z
  .object({
    local: z.string().describe('YYYY-MM-DDTHH:MM as printed, or YYYY-MM-DD when no time is printed'),
    quote,
    confidence,
  })
  .nullable();
const sum = z
  .object({
    amount: z.string().describe('Decimal number without grouping'),
    currency: z.string().describe('ISO 4217'),
    quote,
    confidence,
  })
  .nullable();
const count = z.int().min(0).describe('How many there are in the text');
const items = z.object({ count, items: z.array(z.object({ quote, confidence })) });

export const sections = {
  identity: {
    question:
      'title: what is bought. buyer: the contracting authority without its address. reference: its own number for this procedure. procedure: the kind of procedure. place: where the contract is performed. submissionMethod: how and where offers are handed in.',
    answer: z.object({
      title: said,
      buyer: said,
      reference: said,
      procedure: said,
      place: said,
      submissionMethod: said,
    }),
  },
  dates: {
    question:
      'submissionDeadline: until when offers are received. clarificationDeadline: until when questions may be asked. openingDate: when offers are opened. siteVisit: visit of the site. Never give one for another. Where an old and a new date stand together, give the new one.',
    answer: z.object({
      submissionDeadline: date,
      clarificationDeadline: date,
      openingDate: date,
      siteVisit: date,
    }),
  },
  money: {
    question:
      'estimatedValue: of the whole procurement; not a lot, guarantee, fee, penalty, insured sum or turnover. bidSecurity: to be given with the offer. Where an old and a new sum stand together, give the new one.',
    answer: z.object({ estimatedValue: sum, bidSecurity: sum }),
  },
  contact: {
    question:
      'Whom bidders may ask about this procurement; not review bodies, technical support or data protection.',
    answer: z.object({
      name: z.string().nullable(),
      email: z.string().nullable(),
      phone: z.string().nullable(),
      url: z.string().nullable(),
      confidence,
    }),
  },
  lots: {
    question: 'The lots, all of them; none when the contract is not divided.',
    answer: z.object({
      count,
      lots: z.array(
        z.object({
          number: z.string(),
          title: z.string(),
          amount: z.string().nullable(),
          currency: z.string().nullable(),
          quote,
          confidence,
        }),
      ),
    }),
  },
  criteria: {
    question: 'The award criteria with their weights in percent, all of them.',
    answer: z.object({
      count,
      criteria: z.array(z.object({ name: z.string(), weight: z.number().nullable(), quote, confidence })),
    }),
  },
  lists: {
    question:
      'requiredDocuments: what must be handed in with the offer. mandatoryRequirements: what an offer or the contractor must fulfil. eligibility: who may take part. One item for each, all of them.',
    answer: z.object({ requiredDocuments: items, mandatoryRequirements: items, eligibility: items }),
  },
} as const;

export type SectionName = keyof typeof sections;
export type Answers = { [S in SectionName]: z.infer<(typeof sections)[S]['answer']> };
export type Answer = { [S in SectionName]: { section: S; answer: Answers[S] } }[SectionName];

export const sectionNames: readonly SectionName[] = Object.keys(sections).filter(
  (name): name is SectionName => name in sections,
);

/** Lists whose length is less than the model itself counted. */
export function missingItems({ section, answer }: Answer): string[] {
  switch (section) {
    case 'lots':
      return short('lots', answer.count, answer.lots.length);
    case 'criteria':
      return short('criteria', answer.count, answer.criteria.length);
    case 'lists':
      return (['requiredDocuments', 'mandatoryRequirements', 'eligibility'] as const).flatMap((name) =>
        short(name, answer[name].count, answer[name].items.length),
      );
    default:
      return [];
  }
}

function short(name: string, counted: number, listed: number): string[] {
  return counted > listed ? [`${name}: you counted ${counted} but listed ${listed}`] : [];
}
