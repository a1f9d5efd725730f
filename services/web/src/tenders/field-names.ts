/** Fields in the order in which a bid manager asks for them, each with its name on screen. */
const LABELS: Readonly<Record<string, string>> = {
  title: 'Title',
  buyer: 'Buyer',
  reference: 'Reference',
  submissionDeadline: 'Submission deadline',
  estimatedValue: 'Estimated value',
  procedure: 'Procedure',
  classification: 'Classification',
  lots: 'Lots',
  contractPeriod: 'Contract period',
  place: 'Place',
  clarificationDeadline: 'Clarification deadline',
  openingDate: 'Opening of tenders',
  siteVisit: 'Site visit',
  submissionMethod: 'How to submit',
  bidSecurity: 'Bid security',
  requiredDocuments: 'Documents to hand in',
  mandatoryRequirements: 'Mandatory requirements',
  eligibility: 'Eligibility',
  evaluationCriteria: 'Evaluation criteria',
  contact: 'Contact',
};

const ORDER = Object.keys(LABELS);

/** A field this app doesn't know by name is shown with its name's words apart. */
export function fieldLabel(name: string): string {
  const known = LABELS[name];
  if (known !== undefined) return known;
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Known fields in their order, then the others by name. */
export function inReadingOrder<T extends { name: string }>(fields: readonly T[]): T[] {
  const rank = (name: string) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);
  return fields.toSorted((a, b) => rank(a.name) - rank(b.name) || (a.name < b.name ? -1 : 1));
}
