import { expect, test } from 'vitest';
import { type PageMeasures, textShares, triage } from './triage.ts';

const sound: PageMeasures = {
  characters: 1_500,
  hiddenCharacters: 0,
  imageArea: 0,
  paths: 0,
  strange: 0,
  pairs: 0.35,
};

test.each<[string, Partial<PageMeasures>, string, string]>([
  ['a page of sound text', {}, 'text_layer', 'text_layer_sound'],
  ['nothing at all', { characters: 0 }, 'blank', 'nothing_drawn'],
  ['a rule and a frame', { characters: 0, paths: 4 }, 'blank', 'nothing_drawn'],
  ['a scan', { characters: 0, imageArea: 1 }, 'ocr', 'picture_without_text'],
  ['letters as outlines', { characters: 0, paths: 900 }, 'ocr', 'drawing_without_text'],
  ['a page number on a scan', { characters: 3, imageArea: 0.9 }, 'ocr', 'picture_without_text'],
  ['a letterhead over a scan', { characters: 80, imageArea: 0.8 }, 'mixed', 'text_beside_a_large_picture'],
  ['a small logo', { imageArea: 0.05 }, 'text_layer', 'text_layer_sound'],
  [
    'an invisible layer over a scan',
    { characters: 0, hiddenCharacters: 900, imageArea: 1 },
    'ocr',
    'text_layer_from_earlier_ocr',
  ],
  ['a shifted character map', { pairs: 0.04 }, 'ocr', 'text_layer_garbled'],
  ['private-use characters', { strange: 0.4 }, 'ocr', 'text_layer_garbled'],
  ['a reference and little else', { characters: 30, pairs: 0.05 }, 'text_layer', 'text_layer_sound'],
])('%s', (_, measures, source, reason) => {
  expect(triage({ ...sound, ...measures })).toEqual({ source, reason });
});

test('the shares tell real text of each language from a shifted one', () => {
  const texts = [
    'Sealed tenders are invited for the supply of desks and benches to primary schools.',
    'Angebote sind bis zum angegebenen Zeitpunkt schriftlich bei der Vergabestelle einzureichen.',
    'Les offres doivent parvenir au pouvoir adjudicateur avant la date limite de réception.',
    'De inschrijvingen moeten vóór de uiterste datum bij de aanbestedende dienst zijn ontvangen.',
  ];
  for (const text of texts) {
    expect(textShares(text).pairs).toBeGreaterThan(0.2);
    const shifted = text.replace(/[a-zA-Z]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) + 1));
    expect(textShares(shifted).pairs).toBeLessThan(0.1);
  }
  expect(textShares('\uE000\uE001 abc').strange).toBeCloseTo(0.4);
});
