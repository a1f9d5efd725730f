import { evidenceOf } from '../evidence/evidence-of.ts';
import { quoteBetween } from '../layout/span.ts';
import { fold } from '../parse/fold.ts';
import type { DocumentView } from '../reading/document-view.ts';
import type { Warning } from '../schema/field.ts';
import type { Combined } from './combine.ts';
import { evidenceList, type Sourced } from './make-field.ts';
import type { ReadDocument } from './merge-documents.ts';

/** What a person should look at: contradictions with both evidences, doubts about values, oddities of documents. */
export function warningsOf(fields: readonly Combined[], documents: readonly ReadDocument[]): Warning[] {
  return [
    ...fields.flatMap(ofField),
    ...documents.flatMap(({ view }) => instructions(view)),
    ...documents.flatMap(({ view }) => severalProcedures(view)),
    ...loneAddenda(documents),
  ];
}

function ofField({ sourced, rival, disagrees }: Combined): Warning[] {
  const { candidate } = sourced;
  const warnings: Warning[] = candidate.doubts.map(({ code, message }) => ({
    code,
    field: candidate.name,
    ...place(sourced),
    message,
    evidence: evidenceList(sourced),
  }));
  if (rival) {
    warnings.push({
      code: 'conflicting_values',
      field: candidate.name,
      ...place(sourced),
      message: `Two values are printed for ${candidate.name}: "${quoted(sourced)}" and "${quoted(rival)}". Check which one counts.`,
      evidence: [...evidenceList(sourced), ...evidenceList(rival)],
    });
  }
  if (disagrees) {
    warnings.push({
      code: 'rules_and_model_disagree',
      field: candidate.name,
      ...place(sourced),
      message: `For ${candidate.name} the rules read "${quoted(sourced)}" and the model "${quoted(disagrees)}".`,
      evidence: [...evidenceList(sourced), ...evidenceList(disagrees)],
    });
  }
  return warnings;
}

function place(sourced: Sourced): { documentId?: string; page?: number } {
  const [first] = evidenceList(sourced);
  return first ? { documentId: first.documentId, page: first.page } : {};
}

function quoted({ candidate }: Sourced): string {
  return candidate.quotes.map((quote) => quote.text).join('; ');
}

const orders =
  /(?:ignore|disregard|forget|override) (?:all |any |the |your )*(?:previous |prior |above |earlier |other )*(?:instructions|rules|prompts?|text)|system prompt|you are (?:now )?an? (?:ai|assistant|language model|llm)|as an ai|(?:to|for|note to|attention) (?:any |all )?(?:ai|llm|automated|language model)[a-z -]*(?:systems?|models?|assistants?|extractors?|agents?|tools?)|ignoriere? (?:alle |die )*(?:vorherigen |bisherigen |obigen )*(?:anweisungen|instruktionen)|ignorez (?:toutes )?(?:les )?instructions|ignora (?:todas )?(?:las )?instrucciones|ignora (?:tutte )?(?:le )?istruzioni|negeer (?:alle )?(?:vorige |eerdere )?instructies/;

/** Text that gives orders to a machine. It is data like any other; that it is there is worth knowing. */
function instructions({ document, pages }: DocumentView): Warning[] {
  return pages.flatMap((page) =>
    page.blocks.flatMap((view): Warning[] => {
      const match = orders.exec(fold(view.text));
      if (!match) return [];
      const quote = quoteBetween(view.span, match.index, match.index + match[0].length);
      return [
        {
          code: 'instruction_in_document',
          documentId: document.id,
          page: page.number,
          message:
            'The page holds text that gives orders to a machine. It was read as text and not followed.',
          evidence: [evidenceOf(document.id, quote)],
        },
      ];
    }),
  );
}

/** A gazette with several tenders: more than one reference and more than one deadline, each with its label. */
function severalProcedures({ document, pages }: DocumentView): Warning[] {
  const labels = (role: 'reference' | 'submissionDeadline' | 'buyer') =>
    pages.flatMap((page) =>
      page.blocks.filter((view) =>
        view.hits.some((hit) => hit.roles.includes(role) && hit.form === 'lead' && hit.marked && !hit.weak),
      ),
    );
  const distinct = (role: 'reference' | 'submissionDeadline' | 'buyer') =>
    new Set(labels(role).map((view) => fold(view.text))).size;
  if (distinct('reference') < 3 || distinct('submissionDeadline') < 2) return [];
  return [
    {
      code: 'several_procedures',
      documentId: document.id,
      message: 'The document seems to hold several procedures; the fields are those of the one named first.',
    },
  ];
}

function loneAddenda(documents: readonly ReadDocument[]): Warning[] {
  if (documents.some(({ identity }) => identity.kind !== 'addendum')) return [];
  return documents.slice(0, 1).map(({ view }) => ({
    code: 'addendum_without_notice',
    documentId: view.document.id,
    message: 'Only an addendum was uploaded: it tells what changes, not the whole tender. Add the notice.',
  }));
}
