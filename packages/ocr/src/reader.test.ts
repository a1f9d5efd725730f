import { afterAll, describe, expect, test } from 'vitest';
import { createReader } from './index.ts';

const reader = createReader();
afterAll(() => reader.close());
const file = (name: string): string => new URL(`../../../fixtures/${name}`, import.meta.url).pathname;

/** All pages of a file as one text. */
async function textOf(name: string): Promise<string> {
  const inspection = await reader.inspect(file(name));
  const texts: string[] = [];
  for (const { page } of inspection.pages) texts.push((await reader.readPage(file(name), page)).text);
  return texts.join('\n');
}

test('a text layer gives words with boxes in points of the page', async () => {
  const page = await reader.readPage(file('tenders/01-en-clean.pdf'), 1);
  expect(page).toMatchObject({ status: 'done', source: 'text_layer', confidence: 1 });
  expect(page.text).toContain('Closing date for tenders Friday 13 March 2026 at 12:00 noon (GMT)');
  const word = page.words.find(({ text }) => text === '£2,400,000');
  expect(word).toBeDefined();
  for (const { box } of page.words) {
    expect(box[0]).toBeGreaterThanOrEqual(0);
    expect(box[2]).toBeLessThanOrEqual(page.width + 2);
    expect(box[3]).toBeLessThanOrEqual(page.height + 2);
  }
});

test('a skewed scan is recognised, row by row, and the same page gives the same words whatever was read before', async () => {
  const first = await reader.readPage(file('tenders/02-en-scanned.pdf'), 1);
  expect(first).toMatchObject({ status: 'done', source: 'ocr' });
  expect(first.text).toContain('INR 12,50,000');
  expect(first.text).toMatch(/Last date and time for submission 27\/02\/2026 up to 15:00 Hrs/);
  await reader.readPage(file('tenders/02-en-scanned.pdf'), 2);
  const again = await reader.readPage(file('tenders/02-en-scanned.pdf'), 1);
  expect(again.words).toEqual(first.words);
});

test('the language of a text layer is found', async () => {
  expect((await reader.inspect(file('tenders/03-de-digital.pdf'))).language).toBe('deu');
  expect((await reader.inspect(file('tenders/04-fr-digital.pdf'))).language).toBe('fra');
});

test('a page is drawn as a PNG of the width asked for', async () => {
  const png = await reader.renderPage(file('tenders/01-en-clean.pdf'), 1, { width: 300 });
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect(png.readUInt32BE(16)).toBe(300);
});

describe('documents that can not be read say why', () => {
  test.each([
    ['a06-garbage-after-header.pdf', 'damaged'],
    ['a07-zero-pages.pdf', 'no_pages'],
    ['a09-user-password.pdf', 'encrypted'],
    ['c07-2000-tiny-pages.pdf', 'too_many_pages'],
  ])('%s: %s', async (name, code) => {
    await expect(reader.inspect(file(`hostile/${name}`))).rejects.toMatchObject({ code });
  });
});

describe('awkward documents keep their facts', () => {
  test.each([
    ['b01-junk-before-header', 'HST-B01'],
    ['b02-broken-xref', 'HST-B02'],
    ['b05-wrong-stream-length', 'HST-B05'],
    ['b09-owner-password-only', 'HST-B09'],
    ['b10-rc4-owner-only', 'HST-B10'],
    ['e01-rotate-text', 'HST-E01'],
    ['e05-no-mediabox', 'HST-E05'],
    ['f01-fonts-not-embedded', 'HST-F01'],
    ['f06-ligatures-and-soft-hyphens', 'HST-F06'],
    ['g05-filled-form-no-appearance', 'HST-G05'],
    ['g08-huge-metadata', 'HST-G08'],
  ])('%s', async (name, reference) => {
    const text = await textOf(`hostile/${name}.pdf`);
    expect(text.toUpperCase()).toContain(reference);
    expect(text).toContain('12 May 2026');
  });
});

test.each([
  'e03-scan-upside-down',
  'f04-shifted-tounicode',
  'f02-bad-prior-ocr',
  'f10-text-as-outlines',
  'd01-ccitt-g4',
])('%s is recognised from its picture', async (name) => {
  const page = await reader.readPage(file(`hostile/${name}.pdf`), 1);
  expect(page.source).toBe('ocr');
  expect(page.text).toContain('Deadline: 12 May 2026 at 14:00 (CEST)');
});

test('a page that never ends is stopped at its limit, and the next one is read by a new child', async () => {
  const hasty = createReader({ limits: { pageSeconds: 0.2 } });
  try {
    expect(await hasty.readPage(file('tenders/02-en-scanned.pdf'), 1)).toMatchObject({
      status: 'failed',
      reason: 'page_timeout',
      words: [],
    });
  } finally {
    await hasty.close();
  }
  expect(await reader.readPage(file('tenders/01-en-clean.pdf'), 2)).toMatchObject({ status: 'done' });
});

test('a child over its memory is killed', async () => {
  const small = createReader({ limits: { memoryMib: 60 } });
  try {
    expect(await small.readPage(file('tenders/02-en-scanned.pdf'), 1)).toMatchObject({
      status: 'failed',
      reason: expect.stringMatching(/out_of_memory|renderer_crashed/),
    });
  } finally {
    await small.close();
  }
});

test('an abort ends the call at once', async () => {
  const abort = new AbortController();
  const reading = reader.readPage(file('tenders/02-en-scanned.pdf'), 1, { signal: abort.signal });
  abort.abort(new Error('enough'));
  await expect(reading).rejects.toThrow('enough');
});
