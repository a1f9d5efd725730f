import type { Role } from '../languages/types.ts';
import type { Span } from '../layout/span.ts';
import { fold } from '../parse/fold.ts';
import { tokensOf } from './tokens.ts';
import type { LabelName, Vocabulary } from './vocabulary.ts';

/** A label printed in a block of text. */
export interface LabelHit {
  roles: Role[];
  weak: boolean;
  secondary: boolean;
  /** Offsets in the block's text. */
  start: number;
  end: number;
  /**
   * `whole`: the block is the label and nothing else; `lead`: the block begins with it; `inline`: it stands
   * within a sentence.
   */
  form: 'whole' | 'lead' | 'inline';
  /** Where a value after it begins, behind its colon or dash. */
  valueStart: number;
  /** A colon or dash follows, or the block ends: it is set as a label. */
  marked: boolean;
}

/** Labels of a block in order; where phrases overlap, the longest that begins first. */
export function findLabels(span: Span, vocabulary: Vocabulary): LabelHit[] {
  const tokens = tokensOf(span.text, vocabulary.and);
  const words = tokens.map((token) =>
    recognised(span, token.start) ? vocabulary.spelling.restore(token.text) : token.text,
  );
  const hits: LabelHit[] = [];
  for (let at = 0; at < tokens.length; ) {
    const matches = vocabulary.labels.matchAt(words, at);
    const length = matches[0]?.length ?? 0;
    const first = tokens[at];
    const last = tokens[at + length - 1];
    if (!first || !last || length === 0) {
      at += 1;
      continue;
    }
    hits.push(
      describe(
        span.text,
        first.start,
        last.end,
        matches.map((match) => match.value),
      ),
    );
    at += length;
  }
  return hits;
}

/** Whether the word at an offset was recognised from an image, and so may be misspelt. */
function recognised(span: Span, offset: number): boolean {
  const at = span.starts.findLastIndex((start) => start <= offset);
  return (span.page.words[span.words[at] ?? -1]?.confidence ?? 1) < 1;
}

function describe(text: string, start: number, end: number, names: readonly LabelName[]): LabelHit {
  const strong = names.filter((name) => !name.weak);
  const counted = strong.length > 0 ? strong : names;
  const rest = text.slice(end);
  const separator = /^(?:\s?\([^)]{0,60}\)|\s?\*|[\])"”»])*\s*(?:[:=]|[-–—](?=\s))\s*[-–—]?\s*/.exec(rest);
  const tail = /^[^.:;\d]{0,50}:\s*/.exec(rest);
  const leading = isNumbering(text.slice(0, start));
  const bare = rest.replace(/\([^)]*\)?/g, '').replace(/[\s:*.?…"”»)\]–-]+$/, '');
  const wordsAfter = bare.trim() === '' ? 0 : bare.trim().split(/\s+/).length;
  const noSentence = !/[.;!?]\s|\d/.test(bare) && !tail;
  const weak = strong.length === 0;
  const whole =
    leading && (wordsAfter === 0 || (!weak && wordsAfter <= 5 && noSentence && !/[.,]$/.test(rest.trim())));
  const marked = separator !== null || whole || (leading && tail !== null);
  return {
    roles: counted.map((name) => name.role),
    weak,
    secondary: counted.every((name) => name.secondary),
    start,
    end,
    form: whole ? 'whole' : leading ? 'lead' : 'inline',
    valueStart: end + (separator?.[0].length ?? (leading ? (tail?.[0].length ?? 0) : 0)),
    marked,
  };
}

const numberWord =
  '(?:article|art|section|clause|ziffer|punkt|punto|point|artikel|item|part|teil|abschnitt|hoofdstuk|para|step|bt|field|nr|no|n|appendix|annex|annexure|anlage|anhang|annexe|anexo|allegato|bijlage|schedule|volume|form)';
const numbering = new RegExp(
  `^[\\s\\-•▪●○□☐■*·►➢✓(\\[]*(?:${numberWord}\\.?\\s?[-°º]?\\s?)?(?:\\(?(?:[\\divx]{1,5}|[a-z])(?:[.\\-)(][\\da-z]{0,4})*[).:\\]]*)?(?:\\([a-z]\\))?[\\s\\-•.:)\\]]*(?:(?:the|der|die|das|le|la|les|l'|el|los|las|il|lo|gli|de|het|notre|our|unser)\\s)?$`,
  'u',
);

/** Nothing but a number, a bullet or an article stands before: "4.", "II.1.1)", "Article 3 –", "BT-131". */
export function isNumbering(before: string): boolean {
  return before.length <= 24 && numbering.test(fold(before));
}
