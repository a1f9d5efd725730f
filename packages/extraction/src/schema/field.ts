import { z } from 'zod';
import { type FieldDefinition, type FieldName, type FieldValues, fieldNames, fields } from './fields.ts';

/** x0, y0, x1, y1 in PDF points of the page as displayed, origin top left. */
export const box = z.tuple([z.number(), z.number(), z.number(), z.number()]);

/** Where an answer was read: the words as printed, one box for each line they stand on. */
export const evidence = z.object({
  documentId: z.string(),
  /** From 1. */
  page: z.int().min(1),
  quote: z.string().min(1),
  boxes: z.array(box),
});

/**
 * Three numbers that must not be mixed up, each 0–1: how sure the reader was of the quoted words, how well the
 * quote matches them (1: to the letter), and what the model said of its own answer. `confidence` is none of them.
 */
export const scores = z.object({
  reading: z.number().min(0).max(1),
  match: z.number().min(0).max(1),
  model: z.number().min(0).max(1).optional(),
});

const status = z.enum(['verified', 'unverified', 'corrected', 'approved']);
const source = z.enum(['rules', 'llm', 'person']);

function earlierOf<S extends z.ZodType>(schema: S) {
  return z.object({ value: schema, text: z.string(), evidence: z.array(evidence) });
}

function fieldOf<N extends FieldName, S extends z.ZodType>(name: N, { schema }: FieldDefinition<S>) {
  return z.object({
    name: z.literal(name),
    value: schema,
    /** The value as printed. */
    text: z.string(),
    /** How often a value found in this way is right, 0–1. */
    confidence: z.number().min(0).max(1),
    status,
    source,
    evidence: z.array(evidence),
    scores: scores.optional(),
    /** What an addendum replaced; `earlier` holds what that had replaced before, newest first. */
    supersedes: earlierOf(schema)
      .extend({ earlier: z.array(earlierOf(schema)).optional() })
      .optional(),
  });
}

export const field = z.discriminatedUnion('name', [
  fieldOf('title', fields.title),
  fieldOf('buyer', fields.buyer),
  fieldOf('reference', fields.reference),
  fieldOf('procedure', fields.procedure),
  fieldOf('place', fields.place),
  fieldOf('submissionMethod', fields.submissionMethod),
  fieldOf('submissionDeadline', fields.submissionDeadline),
  fieldOf('clarificationDeadline', fields.clarificationDeadline),
  fieldOf('openingDate', fields.openingDate),
  fieldOf('siteVisit', fields.siteVisit),
  fieldOf('estimatedValue', fields.estimatedValue),
  fieldOf('bidSecurity', fields.bidSecurity),
  fieldOf('classification', fields.classification),
  fieldOf('contact', fields.contact),
  fieldOf('contractPeriod', fields.contractPeriod),
  fieldOf('lots', fields.lots),
  fieldOf('evaluationCriteria', fields.evaluationCriteria),
  fieldOf('requiredDocuments', fields.requiredDocuments),
  fieldOf('mandatoryRequirements', fields.mandatoryRequirements),
  fieldOf('eligibility', fields.eligibility),
]);

/** Three answers that are not a value: the document says there is none, it says nothing, it can't be read. */
export const absent = z.object({
  name: z.enum(fieldNames),
  reason: z.enum(['stated_absent', 'not_found', 'unreadable']),
  evidence: z.array(evidence).optional(),
});

export const warning = z.object({
  code: z.enum([
    'conflicting_values',
    'rules_and_model_disagree',
    'ambiguous_date',
    'ambiguous_midnight',
    'zone_contradiction',
    'weekday_contradiction',
    'implausible_date',
    'deadline_before_issue',
    'suspicious_characters',
    'several_procedures',
    'instruction_in_document',
    'model_answer_incomplete',
    'model_budget_spent',
    'addendum_without_notice',
  ]),
  field: z.enum(fieldNames).optional(),
  documentId: z.string().optional(),
  page: z.int().min(1).optional(),
  message: z.string(),
  evidence: z.array(evidence).optional(),
});

export const documentKind = z.enum(['notice', 'specification', 'annex', 'addendum', 'other']);

export type Box = z.infer<typeof box>;
export type Evidence = z.infer<typeof evidence>;
export type Scores = z.infer<typeof scores>;
export type Field = z.infer<typeof field>;
export type FieldNamed<N extends FieldName> = Omit<Extract<Field, { name: N }>, 'value'> & {
  value: FieldValues[N];
};
export type Absent = z.infer<typeof absent>;
export type Warning = z.infer<typeof warning>;
export type WarningCode = Warning['code'];
export type DocumentKind = z.infer<typeof documentKind>;
