import { tokensOf } from '../labels/tokens.ts';
import type { LanguageData } from '../languages/types.ts';
import { fold } from '../parse/fold.ts';
import type { BlockView, PageView } from './document-view.ts';

/**
 * Lists of changes: in an addendum the old text stands beside the new one, in columns ("Was", "Now reads"), in
 * lines ("Old: …", "New: …") or in one sentence ("from … to …").
 */
export type Standing = 'was' | 'now' | null;

interface Columns {
  top: number;
  was: { from: number; to: number };
  now: { from: number; to: number };
}

const found = new WeakMap<PageView, Columns[]>();

/** Whether a block stands in the column of old or of new text. */
export function columnStanding(view: BlockView, languages: readonly LanguageData[]): Standing {
  let tables = found.get(view.page);
  if (!tables) {
    tables = changeTables(view.page, languages);
    found.set(view.page, tables);
  }
  const [x0, y0] = view.block.box;
  for (const table of tables) {
    if (y0 <= table.top) continue;
    if (x0 >= table.now.from && x0 < table.now.to) return 'now';
    if (x0 >= table.was.from && x0 < table.was.to) return 'was';
  }
  return lineStanding(view.text, languages);
}

function changeTables(page: PageView, languages: readonly LanguageData[]): Columns[] {
  const tables: Columns[] = [];
  for (const row of page.rows) {
    const was = row.findIndex((cell) => isWord(cell.text, languages, 'was'));
    const now = row.findIndex((cell, index) => index !== was && isWord(cell.text, languages, 'now'));
    const wasCell = row[was];
    const nowCell = row[now];
    if (!wasCell || !nowCell) continue;
    const end = (index: number) => (row[index + 1]?.block.box[0] ?? Infinity) - 4;
    tables.push({
      top: wasCell.block.box[1],
      was: { from: wasCell.block.box[0] - 6, to: end(was) },
      now: { from: nowCell.block.box[0] - 6, to: end(now) },
    });
  }
  return tables;
}

function isWord(text: string, languages: readonly LanguageData[], kind: 'was' | 'now'): boolean {
  const words = tokensOf(text)
    .map((token) => token.text)
    .join(' ');
  return languages.some((language) => language[kind].includes(words));
}

/** "Old: 2 April 2026". */
function lineStanding(text: string, languages: readonly LanguageData[]): Standing {
  const lead = /^([^:]{2,40}):/.exec(text)?.[1];
  if (!lead) return null;
  if (isWord(lead, languages, 'was')) return 'was';
  return isWord(lead, languages, 'now') ? 'now' : null;
}

/** What the words right before an offset say: "instead of", "now". Small words may stand between. */
export function wordStanding(text: string, at: number, languages: readonly LanguageData[]): Standing {
  const small = new Set(languages.flatMap((language) => language.between));
  let before = fold(text.slice(Math.max(0, at - 50), at)).replace(/[\s:,"'„“«(]+$/, '');
  for (let step = 0; step < 3; step += 1) {
    const standing = endsWith(before, languages);
    if (standing) return standing;
    const last = /[^\s]+$/.exec(before)?.[0] ?? '';
    if (!small.has(last)) return null;
    before = before.slice(0, -last.length).trimEnd();
  }
  return null;
}

function endsWith(before: string, languages: readonly LanguageData[]): Standing {
  let best: { standing: Standing; length: number } = { standing: null, length: 0 };
  for (const standing of ['was', 'now'] as const) {
    for (const word of languages.flatMap((language) => language[standing])) {
      const ends =
        before.endsWith(word) && !/[\p{L}\d]/u.test(before.charAt(before.length - word.length - 1));
      if (ends && word.length > best.length) best = { standing, length: word.length };
    }
  }
  return best.standing;
}
