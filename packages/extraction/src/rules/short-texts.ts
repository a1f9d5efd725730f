import type { Role } from '../languages/types.ts';
import { quoteBetween } from '../layout/span.ts';
import type { DocumentView } from '../reading/document-view.ts';
import { sentenceAt } from '../reading/sentences.ts';
import { type Candidate, trust } from './candidate.ts';
import { labelledTexts } from './labelled-text.ts';

/** Fields that are what stands behind their label, as printed: procedure, place, way of handing in. */
type ShortText = 'procedure' | 'place' | 'submissionMethod';

export function shortTextCandidates(document: DocumentView, name: ShortText): Candidate<ShortText>[] {
  const role: Role = name;
  const labelled = labelledTexts(document, { role }).flatMap((found): Candidate<ShortText>[] => {
    const sentence = sentenceAt(found.view.sentences, found.start);
    const quote = quoteBetween(found.view.span, found.start, Math.min(found.end, sentence.end));
    const value = quote.text.replace(/[\s.;,]+$/, '').trim();
    if (value.length < 3 || value.length > 200 || !/\p{L}{3}/u.test(value)) return [];
    return [{ name, value, quotes: [quote], trust: found.trust - 0.05, doubts: [] }];
  });
  return name === 'submissionMethod' ? [...labelled, ...sentences(document)] : labelled;
}

/** "Tenders must be submitted through the portal." */
function sentences(document: DocumentView): Candidate<'submissionMethod'>[] {
  return document.pages.flatMap((page) =>
    page.blocks.flatMap((view) =>
      view.hits
        .filter(
          (hit) => hit.roles.includes('submissionMethod') && hit.form !== 'whole' && !hit.weak && !hit.marked,
        )
        .flatMap((hit): Candidate<'submissionMethod'>[] => {
          const { start, end } = sentenceAt(view.sentences, hit.start);
          const quote = quoteBetween(view.span, start, end);
          const value = quote.text.replace(/[\s.;,]+$/, '').trim();
          if (value.length > 240 || value.split(' ').length < 6) return [];
          return [{ name: 'submissionMethod', value, quotes: [quote], trust: trust.before, doubts: [] }];
        }),
    ),
  );
}
