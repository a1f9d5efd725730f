import { fold } from '../parse/fold.ts';
import type { Language, PageInput } from '../schema/input.ts';
import { german } from './de.ts';
import { english } from './en.ts';
import { spanish } from './es.ts';
import { french } from './fr.ts';
import { italian } from './it.ts';
import { dutch } from './nl.ts';
import type { LanguageData } from './types.ts';

const all: readonly LanguageData[] = [english, german, french, spanish, italian, dutch];

/** Beyond this, more text tells nothing new about its language. */
const sampleWords = 6000;

/**
 * The languages of a text, strongest first, by their small words. A second one is named where it has a fifth
 * of the first's: bilingual notices. English where there is nothing to go by.
 *
 * The same array is given for the same languages, so that what is compiled from it is compiled once.
 */
export function languagesOf(pages: readonly PageInput[]): readonly LanguageData[] {
  const counts = new Map<Language, number>(all.map((language) => [language.code, 0]));
  let seen = 0;
  for (const page of pages) {
    for (const word of page.words) {
      const folded = fold(word.text);
      for (const code of stopWordsOf().get(folded) ?? []) counts.set(code, (counts.get(code) ?? 0) + 1);
      seen += 1;
    }
    if (seen > sampleWords) break;
  }
  const ranked = all
    .map((language) => ({ language, share: (counts.get(language.code) ?? 0) / language.stopWords.length }))
    .toSorted((a, b) => b.share - a.share);
  const [first, second] = ranked;
  if (!first || first.share === 0) return sameArray([english]);
  const bilingual = second && second.share >= first.share * 0.6 && second.share > 0.5;
  return sameArray(bilingual ? [first.language, second.language] : [first.language]);
}

export function languageData(code: Language): LanguageData {
  return all.find((language) => language.code === code) ?? english;
}

let stopWords: Map<string, Language[]> | undefined;

function stopWordsOf(): Map<string, Language[]> {
  if (stopWords) return stopWords;
  stopWords = new Map();
  for (const language of all) {
    for (const word of language.stopWords) {
      const codes = stopWords.get(word);
      if (codes) codes.push(language.code);
      else stopWords.set(word, [language.code]);
    }
  }
  return stopWords;
}

const arrays = new Map<string, readonly LanguageData[]>();

export function sameArray(languages: readonly LanguageData[]): readonly LanguageData[] {
  const key = languages.map((language) => language.code).join('+');
  const known = arrays.get(key);
  if (known) return known;
  arrays.set(key, languages);
  return languages;
}
