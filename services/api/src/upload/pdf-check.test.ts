import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { createPdfCheck } from './pdf-check.ts';

function verdictOf(text: string, chunkSize = Number.POSITIVE_INFINITY): string {
  const bytes = Buffer.from(text, 'latin1');
  const check = createPdfCheck();
  const size = Math.min(chunkSize, Math.max(1, bytes.length));
  for (let at = 0; at < bytes.length; at += size) check.add(bytes.subarray(at, at + size));
  return check.verdict();
}

const OBJECT = '1 0 obj\n<< /Type /Catalog >>\nendobj\n';

const CASES: [what: string, text: string, verdict: string][] = [
  ['nothing', '', 'empty'],
  ['a PDF', `%PDF-1.7\n%\xe2\xe3\n${OBJECT}`, 'pdf'],
  ['mail headers before it', `Content-Type: application/pdf\nX: y\n%PDF-1.7\n${OBJECT}`, 'pdf'],
  ['old line ends', `Header\r%PDF-1.4\r${OBJECT.replaceAll('\n', '\r')}`, 'pdf'],
  ['a byte order mark', `\xef\xbb\xbf%PDF-1.7\n${OBJECT}`, 'pdf'],
  ['zeros before it', `\0\0%PDF-1.7\n${OBJECT}`, 'pdf'],
  ['1,000 bytes before it', `${'x'.repeat(999)}\n%PDF-1.7\n${OBJECT}`, 'pdf'],
  ['2,000 bytes before it', `${'x'.repeat(1_999)}\n%PDF-1.7\n${OBJECT}`, 'not_a_pdf'],
  ['a first object far away', `%PDF-1.7\n${'%'.repeat(100_000)}\n${OBJECT}`, 'pdf'],
  ['an object in an unusual layout', '%PDF-1.7\n12\r\n0\tobj<<>>endobj', 'pdf'],
  ['a text', 'Dear bidder', 'not_a_pdf'],
  ['a page that mentions a header', `<html>ended. %PDF-1.4 is available\n${OBJECT}`, 'not_a_pdf'],
  ['an object without a header', OBJECT, 'not_a_pdf'],
  ['a header without a version', `%PDF-\n${OBJECT}`, 'not_a_pdf'],
  ['a header and nothing else', '%PDF-1.7\n', 'damaged'],
  ['noise after a header', `%PDF-1.7\n${'\xfe\x82'.repeat(50_000)}`, 'damaged'],
  ['words that look like an object', '%PDF-1.7\nobject 1 0 object x obj', 'damaged'],
];

describe.each([1, 7, 4_096, Number.POSITIVE_INFINITY])('in chunks of %d bytes', (size) => {
  test.each(CASES)('%s', (_what, text, verdict) => {
    expect(verdictOf(text, size)).toBe(verdict);
  });
});

const HOSTILE = new URL('../../../../fixtures/hostile/', import.meta.url);
/** Those of the hostile files that are no PDF or have nothing in them; all others are for the inspection to judge. */
const REFUSED: Record<string, string> = {
  'a01-plain-text.pdf': 'not_a_pdf',
  'a02-png-renamed.pdf': 'not_a_pdf',
  'a03-html-login-page.pdf': 'not_a_pdf',
  'a04-empty.pdf': 'empty',
  'a05-header-only.pdf': 'damaged',
  'a06-garbage-after-header.pdf': 'damaged',
};
const hostile = (await readdir(HOSTILE)).filter((name) => name.endsWith('.pdf'));

test.each(hostile)('%s', async (name) => {
  const check = createPdfCheck();
  check.add(await readFile(new URL(name, HOSTILE)));
  expect(check.verdict()).toBe(REFUSED[name] ?? 'pdf');
});
