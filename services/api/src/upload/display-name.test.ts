import { expect, test } from 'vitest';
import { displayName } from './display-name.ts';

const CASES: [given: string | undefined, shown: string][] = [
  ['tender.pdf', 'tender.pdf'],
  ['../../etc/passwd.pdf', 'passwd.pdf'],
  ['..\\..\\windows\\system32\\x.pdf', 'x.pdf'],
  ['C:\\Users\\bid\\tender.pdf', 'tender.pdf'],
  ['tender\0.exe.pdf', 'tender.exe.pdf'],
  ['tender\r\nX-Evil: 1.pdf', 'tenderX-Evil: 1.pdf'],
  ['\u202efdp.exe', 'fdp.exe'],
  ['Ausschreibung_Gro\u0308ße.pdf', 'Ausschreibung_Größe.pdf'],
  ['入札公告.pdf', '入札公告.pdf'],
  ['مناقصة.pdf', 'مناقصة.pdf'],
  ['📄 tender 🏗️.pdf', '📄 tender 🏗️.pdf'],
  ['tender\ud800.pdf', 'tender.pdf'],
  ['<img src=x onerror=alert(1)>.pdf', '<img src=x onerror=alert(1)>.pdf'],
  ['notice %221%22.pdf', 'notice "1".pdf'],
  ['tender%0D%0AX-Evil: 1.pdf', 'tenderX-Evil: 1.pdf'],
  ['%2e%2e%2fx.pdf', '%2e%2e%2fx.pdf'],
  ['', 'document.pdf'],
  [undefined, 'document.pdf'],
  ['   ', 'document.pdf'],
  ['..', 'document.pdf'],
  ['folder/', 'document.pdf'],
  ['.pdf', 'document.pdf'],
  ['   .PDF', 'document.PDF'],
  ['tender', 'tender'],
];

test.each(CASES)('%j is shown as %j', (given, shown) => {
  expect(displayName(given)).toBe(shown);
});

test('a long name is cut before its extension, and no character in two', () => {
  expect(displayName(`${'a'.repeat(300)}.pdf`)).toBe(`${'a'.repeat(196)}.pdf`);
  const family = '👨‍👩‍👧';
  const name = displayName(`${family.repeat(60)}.pdf`);
  expect(name.length).toBeLessThanOrEqual(200);
  expect(name).toBe(`${family.repeat(24)}.pdf`);
});
