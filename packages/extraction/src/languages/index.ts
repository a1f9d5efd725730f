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
 * The languages of a text, strongest first, by their small words and the words of their labels. A second one is named where it has half
 * of the first's own words: bilingual notices. English where there is nothing to go by.
 *
 * The same array is given for the same languages, so that what is compiled from it is compiled once.
 */
export function languagesOf(pages: readonly PageInput[]): readonly LanguageData[] {
  const counts = new Map<Language, number>(all.map((language) => [language.code, 0]));
  const seenWords = new Map<string, number>();
  let seen = 0;
  for (const page of pages) {
    for (const word of page.words) {
      const folded = fold(word.text);
      for (const code of stopWordsOf().get(folded) ?? []) counts.set(code, (counts.get(code) ?? 0) + 1);
      seenWords.set(folded, (seenWords.get(folded) ?? 0) + 1);
      seen += 1;
    }
    if (seen > sampleWords) break;
  }
  const ranked = all
    .map((language) => ({
      language,
      share: (counts.get(language.code) ?? 0) / language.stopWords.length + labelShare(language, seenWords),
    }))
    .toSorted((a, b) => b.share - a.share);
  const [first, ...others] = ranked;
  if (!first || first.share === 0) return sameArray([english]);
  const second = others.find(({ language }) => ownShare(language, first.language, seenWords) >= 0.5);
  return sameArray(second ? [first.language, second.language] : [first.language]);
}

/** Forms have few small words, but labels: how many of the words are those of the language's labels. */
function labelShare(language: LanguageData, seen: ReadonlyMap<string, number>): number {
  const known = labelWordsOf(language);
  let count = 0;
  for (const [word, times] of seen) {
    const bare = word.replace(/[^\p{L}]+$/u, '');
    if (bare.length >= 5 && known.has(bare)) count += Math.min(times, 3);
  }
  return count / 20;
}

const labelWords = new Map<Language, ReadonlySet<string>>();

function labelWordsOf(language: LanguageData): ReadonlySet<string> {
  const known = labelWords.get(language.code);
  if (known) return known;
  const words = new Set([
    ...Object.values(language.labels).flatMap((patterns) =>
      patterns.flatMap((pattern) => pattern.split(/[^\p{L}]+/u)),
    ),
    ...Object.keys(language.months),
    ...language.organisations,
  ]);
  labelWords.set(language.code, words);
  return words;
}

/** Share of the words of one language, leaving out those of another, against the other's own. */
function ownShare(language: LanguageData, than: LanguageData, seen: ReadonlyMap<string, number>): number {
  const count = (words: readonly string[], without: readonly string[]) => {
    const own = words.filter((word) => !without.includes(word));
    return own.reduce((sum, word) => sum + (seen.get(word) ?? 0), 0) / Math.max(1, own.length);
  };
  const others = count(than.stopWords, language.stopWords);
  return others > 0 ? count(language.stopWords, than.stopWords) / others : 0;
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
