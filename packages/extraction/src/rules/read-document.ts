import type { DocumentView } from '../reading/document-view.ts';
import { bidSecurityCandidates } from './bid-security.ts';
import { buyerCandidates } from './buyer.ts';
import type { Candidate } from './candidate.ts';
import { classificationCandidates } from './classification.ts';
import { contactCandidates } from './contact.ts';
import { criteriaCandidates } from './criteria.ts';
import { listCandidates } from './lists.ts';
import { lotCandidates } from './lots.ts';
import { datedRoles, momentCandidates, visitCandidates } from './moments.ts';
import { moneyRolesOf, valueCandidates } from './money.ts';
import { periodCandidates } from './period.ts';
import { referenceCandidates } from './reference.ts';
import { shortTextCandidates } from './short-texts.ts';
import { type StatedAbsent, statedAbsent } from './stated-absent.ts';
import { titleCandidates } from './title.ts';

/** All that the rules propose for one document. */
export interface Proposals {
  candidates: Candidate[];
  absent: StatedAbsent[];
}

export function readDocument(document: DocumentView, isAddendum: boolean): Proposals {
  const dated = datedRoles(document, isAddendum);
  const money = moneyRolesOf(document, isAddendum);
  return {
    candidates: [
      ...titleCandidates(document),
      ...buyerCandidates(document),
      ...referenceCandidates(document),
      ...shortTextCandidates(document, 'procedure'),
      ...shortTextCandidates(document, 'place'),
      ...shortTextCandidates(document, 'submissionMethod'),
      ...momentCandidates(dated, document),
      ...visitCandidates(dated, document.languages),
      ...valueCandidates(money),
      ...bidSecurityCandidates(document, money),
      ...classificationCandidates(document),
      ...contactCandidates(document),
      ...periodCandidates(document, dated),
      ...lotCandidates(document),
      ...criteriaCandidates(document),
      ...listCandidates(document, 'requiredDocuments'),
      ...listCandidates(document, 'mandatoryRequirements'),
      ...listCandidates(document, 'eligibility'),
    ],
    absent: statedAbsent(document),
  };
}
