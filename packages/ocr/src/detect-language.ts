import type { Language } from './types.ts';

/** Small words that a page of each language is full of, and the others seldom have. */
const COMMON: Record<Language, string[]> = {
  eng: ['the', 'of', 'and', 'to', 'for', 'by', 'shall', 'with', 'be', 'this'],
  deu: ['der', 'die', 'und', 'das', 'den', 'für', 'von', 'mit', 'ist', 'zu', 'bis', 'im'],
  fra: ['le', 'la', 'les', 'des', 'du', 'et', 'pour', 'une', 'est', 'aux', 'sur'],
  spa: ['el', 'los', 'las', 'del', 'y', 'para', 'por', 'con', 'una', 'se'],
  ita: ['il', 'di', 'della', 'e', 'per', 'che', 'gli', 'dei', 'alla', 'del', 'con'],
  nld: ['de', 'het', 'van', 'een', 'en', 'voor', 'met', 'op', 'te', 'aan', 'wordt'],
};

/** The language whose small words are most of the text's, or null when there is too little to tell. */
export function detectLanguage(text: string): Language | null {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  let best: { language: Language; hits: number } | null = null;
  for (const [language, common] of Object.entries(COMMON) as [Language, string[]][]) {
    const set = new Set(common);
    const hits = words.filter((word) => set.has(word)).length;
    if (best === null || hits > best.hits) best = { language, hits };
  }
  return best !== null && best.hits >= 5 && best.hits >= words.length * 0.04 ? best.language : null;
}
