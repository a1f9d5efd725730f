import { quoteBetween } from '../layout/span.ts';
import { findDates } from '../parse/dates.ts';
import type { DocumentView } from '../reading/document-view.ts';
import type { Candidate } from './candidate.ts';
import { labelledTexts } from './labelled-text.ts';

/** The buyer's reference: the code behind its label, up to where words begin again. */
export function referenceCandidates(document: DocumentView): Candidate<'reference'>[] {
  return labelledTexts(document, { role: 'reference', unmarked: true, inline: true }).flatMap(
    (found): Candidate<'reference'>[] => {
      const code = codeAt(found.view.text.slice(found.start, found.end));
      if (!code) return [];
      const dates = findDates(code.text, document.momentContext);
      if (dates.some((date) => date.end - date.start >= code.text.length - 2)) return [];
      const start = found.start + code.start;
      const quote = quoteBetween(found.view.span, start, start + code.text.length);
      const inline = found.hit.form === 'inline' && !found.hit.marked ? 0.1 : 0;
      return [
        { name: 'reference', value: code.text, quotes: [quote], trust: found.trust - inline, doubts: [] },
      ];
    },
  );
}

/** "No. DEE/NDP/NIT-07/2025-26 Dated: …" → "DEE/NDP/NIT-07/2025-26". */
export function codeAt(text: string): { text: string; start: number } | null {
  const lead =
    /^[\s:#=.°º–—-]*(?:(?:no|nr|n°|nº|num|number|nummer|numéro|número|ref|is|lautet|est|es|è)(?![\p{L}])[.:]?\s*)*/iu.exec(
      text,
    )?.[0] ?? '';
  const rest = text.slice(lead.length);
  const taken: string[] = [];
  for (const word of rest.split(' ')) {
    const bare = word.replace(/[,;]+$/, '');
    const isCode =
      /\d/.test(bare) ||
      /^[\p{Lu}]{1,6}$/u.test(bare) ||
      /^[-/–_.]$/.test(bare) ||
      /^\p{Lu}[\p{Lu}\d]*[-/_.][\p{L}\d/_.-]+$/u.test(bare);
    if (!isCode || /[@€£$%]|^\d{1,3}[.,]\d{3}[.,]/.test(bare) || taken.length >= 5) break;
    taken.push(bare);
    if (bare !== word) break;
  }
  while (
    taken.length > 0 &&
    !/\d|[-/]\p{Lu}/u.test(taken.at(-1) ?? '') &&
    !/^\p{Lu}{1,3}$/u.test(taken.at(-1) ?? '')
  )
    taken.pop();
  const code = taken.join(' ').replace(/^[("“«]+|[)."”»]+$/gu, '');
  const start = lead.length + rest.indexOf(code);
  const plausible =
    code.length >= 3 && code.length <= 45 && (/\d/.test(code) || /\p{Lu}[-/]\p{Lu}/u.test(code));
  return plausible && !/^\d{1,2}(?:[.:]\d{2})?$/.test(code) ? { text: code, start } : null;
}
