import type { DocumentKind } from '../schema/field.ts';
import type { Language } from '../schema/input.ts';

/**
 * What a line of a tender can be labelled as. Fields have roles of their own name; the others exist so that
 * their dates, sums and names are not taken for a field's: a guarantee is known as a guarantee.
 */
export const roles = [
  'title',
  'buyer',
  'reference',
  'procedure',
  'place',
  'submissionMethod',
  'submissionDeadline',
  'participationDeadline',
  'clarificationDeadline',
  'openingDate',
  'siteVisit',
  'issueDate',
  'contractStart',
  'contractEnd',
  'contractPeriod',
  'validity',
  'award',
  'otherDate',
  'estimatedValue',
  'bidSecurity',
  'performanceSecurity',
  'insurance',
  'fee',
  'penalty',
  'turnover',
  'otherMoney',
  'lotValue',
  'cpv',
  'naics',
  'unspsc',
  'contact',
  'email',
  'phone',
  'fax',
  'url',
  'address',
  'otherParty',
  'otherReference',
  'lots',
  'evaluationCriteria',
  'requiredDocuments',
  'mandatoryRequirements',
  'eligibility',
  'otherSection',
] as const;
export type Role = (typeof roles)[number];

/** What decides where a clock stands: names of zones are the same word in several countries ("IST"). */
export interface ZoneName {
  /** Folded, as in "irish summer time". */
  name: string;
  zone: string;
}

/**
 * A language as data. Every word is folded (lower case, no accents, plain apostrophes); label patterns may hold
 * alternatives "(a|b)" and optional words "(a)?"; "~" before one marks an everyday word, "-" one that may also
 * name something near to the field.
 */
export interface LanguageData {
  code: Language;
  /** Small words that tell the language. */
  stopWords: readonly string[];
  months: Readonly<Record<string, number>>;
  /** 0 is Sunday. */
  weekdays: Readonly<Record<string, number>>;
  /** The order of numeric dates, null where both are in use. */
  dayOrder: 'dmy' | null;
  decimal: '.' | ',';
  currencyWords: Readonly<Record<string, string>>;
  /** Powers of ten. */
  scales: Readonly<Record<string, number>>;
  noon: readonly string[];
  midnight: readonly string[];
  /** Words after a number that make it a time ("uhr"). */
  clock: readonly string[];
  /** Words that may stand between a date and its time. */
  between: readonly string[];
  zoneNames: readonly ZoneName[];
  /** Where "CET" and "MEZ" are told in this language, unless the document names another country. */
  homeZone: string | null;
  labels: Readonly<Record<Role, readonly string[]>>;
  /** Words that make a name an organisation's. */
  organisations: readonly string[];
  /** Words that make a part of a name a unit within an organisation. */
  units: readonly string[];
  /** Headings that name the kind of document, not what is bought. */
  documentTitles: readonly string[];
  kinds: Readonly<Record<Exclude<DocumentKind, 'other'>, readonly string[]>>;
  /** Column headings of a list of changes. */
  was: readonly string[];
  now: readonly string[];
  /** Sentences that say there are none. */
  noLots: readonly string[];
  noBidSecurity: readonly string[];
  noSiteVisit: readonly string[];
  /** "Not estimated", "to be agreed" after a label. */
  notGiven: readonly string[];
  /** Column headings of tables. */
  columns: Readonly<Record<'lot' | 'title' | 'value' | 'criterion' | 'weight' | 'total', readonly string[]>>;
  /** Words for price in a sentence that names it as the only criterion. */
  priceOnly: readonly string[];
  /** Words for months, years, weeks and days in a duration. */
  durations: Readonly<Record<'day' | 'week' | 'month' | 'year', readonly string[]>>;
  /** Small numbers in words, for durations. */
  numerals: Readonly<Record<string, number>>;
  honorifics: readonly string[];
  /** Words that call a visit compulsory. */
  compulsory: readonly string[];
  optional: readonly string[];
  /** Beginnings of words that make a sentence one about questions. */
  asking: readonly string[];
  /** "and", for "&". */
  and: string;
  /** Words that introduce an item an addendum adds. */
  adds: readonly string[];
}
