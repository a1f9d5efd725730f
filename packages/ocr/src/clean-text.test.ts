import { expect, test } from 'vitest';
import { cleanText } from './clean-text.ts';

test.each([
  ['O\uFB03ce and \uFB01nance', 'Office and finance'],
  ['con\u00ADtract', 'contract'],
  ['a\0b\u0007c\u001B', 'abc'],
  ['half \uD800 pair', 'half  pair'],
  ['845\u202F000,00\u00A0€', '845 000,00 €'],
  ['\u202Eevil\u200B', 'evil'],
  ['ümlaut ß € 😀', 'ümlaut ß € 😀'],
])('%j', (given, clean) => {
  expect(cleanText(given)).toBe(clean);
});
