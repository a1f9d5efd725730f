import type { z } from 'zod';
import * as value from './values.ts';

/**
 * Every field a tender can have: the shape of its value, what it means, its eForms business term (Regulation
 * (EU) 2019/1780) and its path in an OCDS 1.1 release. A null term or path means that the standard has none.
 */
export interface FieldDefinition<S extends z.ZodType> {
  schema: S;
  description: string;
  businessTerm: string | null;
  ocdsPath: string | null;
}

/** The terms are also the schema's metadata, so that JSON Schema and OpenAPI made from it carry them. */
function define<S extends z.ZodType>(
  schema: S,
  description: string,
  businessTerm: string | null,
  ocdsPath: string | null,
): FieldDefinition<S> {
  return {
    schema: schema.meta({ description, businessTerm, ocdsPath }),
    description,
    businessTerm,
    ocdsPath,
  };
}

export const fields = {
  title: define(value.text, 'What is bought, as the notice names it', 'BT-21-Procedure', 'tender.title'),
  buyer: define(
    value.text,
    'The contracting authority, without its address',
    'BT-500-Organization-Company',
    'buyer.name',
  ),
  reference: define(value.text, "The buyer's own reference of the procedure", 'BT-22-Procedure', 'tender.id'),
  procedure: define(
    value.text,
    'The kind of procedure, as printed ("open procedure")',
    'BT-105-Procedure',
    'tender.procurementMethodDetails',
  ),
  place: define(
    value.text,
    'Where the contract is performed',
    'BT-728-Procedure',
    'tender.items[].deliveryAddresses[].description',
  ),
  submissionMethod: define(
    value.text,
    'How and where offers are handed in, as printed',
    'BT-17-Lot',
    'tender.submissionMethodDetails',
  ),
  submissionDeadline: define(
    value.moment,
    'Until when offers are received; not the deadline for questions, not the opening',
    'BT-131-Lot',
    'tender.lots[].tenderPeriod.endDate',
  ),
  clarificationDeadline: define(
    value.moment,
    'Until when questions may be asked',
    'BT-13-Lot',
    'tender.lots[].enquiryPeriod.endDate',
  ),
  openingDate: define(value.moment, 'When offers are opened', 'BT-132-Lot', 'tender.lots[].bidOpening.date'),
  siteVisit: define(
    value.visit,
    'Visit of the site or meeting before offers',
    null,
    'tender.milestones[].dueDate',
  ),
  estimatedValue: define(
    value.money,
    'Estimated value of the whole procurement; not a lot, a guarantee, a fee or an insured sum',
    'BT-27-Procedure',
    'tender.value',
  ),
  bidSecurity: define(
    value.bidSecurity,
    'Bid bond or earnest money to be given with the offer',
    'BT-751-Lot',
    'tender.lots[].submissionTerms.depositsGuarantees',
  ),
  classification: define(
    value.classification,
    'Classification codes',
    'BT-262-Procedure',
    'tender.items[].classification',
  ),
  contact: define(
    value.contact,
    'Whom to ask about this procurement',
    'BT-502-Organization-Company',
    'parties[].contactPoint',
  ),
  contractPeriod: define(
    value.contractPeriod,
    'When and how long the contract runs',
    'BT-36-Lot',
    'tender.lots[].contractPeriod',
  ),
  lots: define(value.lots, 'The lots', 'BT-137-Lot', 'tender.lots[]'),
  evaluationCriteria: define(
    value.criteria,
    'How offers are judged',
    'BT-734-Lot',
    'tender.lots[].awardCriteria.criteria[]',
  ),
  requiredDocuments: define(value.list, 'What must be handed in', null, 'tender.submissionTerms.documents[]'),
  mandatoryRequirements: define(
    value.list,
    'What an offer or the contractor must fulfil',
    'BT-70-Lot',
    'tender.lots[].contractTerms.performanceTerms',
  ),
  eligibility: define(
    value.list,
    'Who may take part',
    'BT-750-Lot',
    'tender.lots[].selectionCriteria.criteria[].description',
  ),
} as const;

export type FieldName = keyof typeof fields;
export type FieldValues = { [N in FieldName]: z.infer<(typeof fields)[N]['schema']> };

export const fieldNames: readonly FieldName[] = Object.keys(fields).filter(isFieldName);

export function isFieldName(name: string): name is FieldName {
  return Object.hasOwn(fields, name);
}
