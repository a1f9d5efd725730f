import type { Quote } from '../layout/span.ts';
import type { WarningCode } from '../schema/field.ts';
import type { FieldName, FieldValues } from '../schema/fields.ts';

/**
 * A value that one rule read in one place. Rules propose; which proposal becomes the field, and whether two
 * contradict each other, is decided later, over all documents.
 */
export type Candidate<N extends FieldName = FieldName> = N extends FieldName ? CandidateOf<N> : never;

interface CandidateOf<N extends FieldName> {
  name: N;
  value: FieldValues[N];
  /** Where it was read; several quotes where the value was put together from several places. */
  quotes: Quote[];
  /** How often a value found in this way is right, 0–1, before the reading of the words is counted in. */
  trust: number;
  /** Why it must be looked at by a person; such a value is never `verified`. */
  doubts: Doubt[];
  /** In a list of changes: what is to be read from now on. */
  change?: 'now' | 'add';
  /** Set when a model proposed it. */
  model?: ModelOrigin;
}

export interface ModelOrigin {
  /** How well the model's quote matches words of a page, 0–1; 0: no page has them. */
  match: number;
  /** What the model said of its own answer, 0–1. */
  confidence: number;
}

export interface Doubt {
  code: WarningCode;
  message: string;
}

/** How much a way of standing beside its label is to be trusted. */
export const trust = {
  /** In the cell beside the label, or behind its colon. */
  labelled: 0.97,
  /** Below a label that stands alone. */
  below: 0.93,
  /** In the sentence that the label begins. */
  sentence: 0.92,
  /** In a sentence with the label behind it. */
  before: 0.85,
  /** By its place on the page only. */
  place: 0.72,
  /** The label is also an everyday word. */
  weak: 0.12,
  /** It may name something near to the field. */
  secondary: 0.1,
} as const;
