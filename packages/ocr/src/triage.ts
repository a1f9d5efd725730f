import type { PageSource } from './types.ts';

/** What can be measured on a page without recognising it. Areas are shares of the page, 0–1. */
export interface PageMeasures {
  /** Visible letters and digits of the text layer. */
  characters: number;
  /** Letters and digits of it drawn invisibly, as earlier recognition leaves them. */
  hiddenCharacters: number;
  /** Share of the page that pictures cover. */
  imageArea: number;
  /** Strokes and fills of vector drawing. */
  paths: number;
  /** Share of the text's characters that real text seldom has: controls, private use, replacement. */
  strange: number;
  /** Share of its letter pairs that are among the commonest of the six languages. */
  pairs: number;
}

const FEW = 12;

/** Where a page's words come from, and the measure that says so. */
export function triage(page: PageMeasures): { source: PageSource; reason: string } {
  const text = page.characters;
  if (text + page.hiddenCharacters === 0 && page.imageArea < 0.01 && page.paths < 20)
    return { source: 'blank', reason: 'nothing_drawn' };
  if (text >= FEW && garbled(page)) return { source: 'ocr', reason: 'text_layer_garbled' };
  if (page.hiddenCharacters > text) return { source: 'ocr', reason: 'text_layer_from_earlier_ocr' };
  if (text < FEW) {
    if (page.imageArea >= 0.01) return { source: 'ocr', reason: 'picture_without_text' };
    if (page.paths >= 20) return { source: 'ocr', reason: 'drawing_without_text' };
    return text === 0
      ? { source: 'blank', reason: 'nothing_drawn' }
      : { source: 'text_layer', reason: 'little_text' };
  }
  if (page.imageArea >= 0.3) return { source: 'mixed', reason: 'text_beside_a_large_picture' };
  return { source: 'text_layer', reason: 'text_layer_sound' };
}

/** Real text has hardly a strange character, and a fifth or more of its letter pairs are common ones; a shifted character map has neither. */
function garbled(page: PageMeasures): boolean {
  return page.strange > 0.05 || (page.characters >= 60 && page.pairs < 0.1);
}

const COMMON_PAIRS = new Set(
  'th he in er an re on at en nd de te es or ti st ar le la ei ie ch nt ou el is io ra ne et it se al ta ro co ge di ve ri me om ee aa'.split(
    ' ',
  ),
);

/** The two shares that show a broken character map. */
export function textShares(text: string): { strange: number; pairs: number } {
  const seen = text.replace(/\s/g, '');
  const strange = seen.match(/[\p{Cc}\p{Co}\p{Cn}\p{Cs}\uFFFD]/gu)?.length ?? 0;
  let pairs = 0;
  let common = 0;
  for (const word of text.toLowerCase().match(/[a-zà-ÿ]{2,}/g) ?? []) {
    for (let index = 0; index + 1 < word.length; index += 1) {
      pairs += 1;
      if (COMMON_PAIRS.has(word.slice(index, index + 2))) common += 1;
    }
  }
  // Too few letters to tell, as in a table of numbers: not held against the text.
  return { strange: seen.length === 0 ? 0 : strange / seen.length, pairs: pairs < 40 ? 1 : common / pairs };
}
