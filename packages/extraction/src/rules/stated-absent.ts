import { tokensOf } from '../labels/tokens.ts';
import type { LanguageData } from '../languages/types.ts';
import { type Quote, quoteBetween } from '../layout/span.ts';
import type { DocumentView } from '../reading/document-view.ts';
import type { FieldName } from '../schema/fields.ts';
import { labelledTexts } from './labelled-text.ts';

/** "Not divided into lots", "bid security: none": the document answers, and the answer is that there is none. */
export interface StatedAbsent {
  name: FieldName;
  quote: Quote;
}

type Phrases = (language: LanguageData) => readonly string[];

const sayings: readonly { name: FieldName; phrases: Phrases }[] = [
  { name: 'lots', phrases: (language) => language.noLots },
  { name: 'bidSecurity', phrases: (language) => language.noBidSecurity },
  { name: 'siteVisit', phrases: (language) => language.noSiteVisit },
];

const labelled = [
  'estimatedValue',
  'bidSecurity',
  'siteVisit',
  'lots',
  'openingDate',
  'clarificationDeadline',
  'submissionDeadline',
  'contractPeriod',
] as const;

export function statedAbsent(document: DocumentView): StatedAbsent[] {
  const found: StatedAbsent[] = [];
  for (const page of document.pages) {
    for (const row of page.rows) {
      const spoken = row.flatMap((view) => tokensOf(view.text).map((token) => ({ token, view })));
      const read = ` ${spoken.map(({ token }) => token.text).join(' ')} `;
      for (const { name, phrases } of sayings) {
        const phrase = document.languages.flatMap(phrases).find((one) => read.includes(` ${one} `));
        if (!phrase || found.some((one) => one.name === name)) continue;
        const at = read
          .slice(0, read.indexOf(` ${phrase} `))
          .split(' ')
          .filter(Boolean).length;
        const last = spoken[at + phrase.split(' ').length - 1];
        const start = spoken[at];
        if (!start || !last) continue;
        const from = last.view === start.view ? start.token.start : 0;
        found.push({ name, quote: quoteBetween(last.view.span, from, last.token.end) });
      }
    }
  }
  return [...found, ...notGiven(document, found)];
}

/** A label followed by "not applicable", "to be announced", "by arrangement". */
function notGiven(document: DocumentView, found: readonly StatedAbsent[]): StatedAbsent[] {
  const answers = new Set(document.languages.flatMap((language) => language.notGiven));
  return labelled.flatMap((name) => {
    if (found.some((one) => one.name === name)) return [];
    const text = labelledTexts(document, { role: name }).find(({ quote }) =>
      answers.has(
        tokensOf(quote.text)
          .map((token) => token.text)
          .join(' '),
      ),
    );
    return text ? [{ name, quote: text.quote }] : [];
  });
}
