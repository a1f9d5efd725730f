/**
 * Text as it can be stored and searched: ligatures and presentation forms are spelled out, soft hyphens, control, zero-width
 * and direction characters and half surrogates are gone, no-break spaces are spaces.
 */
export function cleanText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\uFB00-\uFB06\uFF01-\uFF5E]/g, (character) => character.normalize('NFKC'))
    .replace(/[\u00A0\u2000-\u200A\u202F\u205F\u3000]/g, ' ')
    .replace(
      /[\p{Cc}\p{Cn}\p{Co}\uFFFD\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]/gu,
      (character) => (character === '\n' || character === '\t' ? ' ' : ''),
    );
}
