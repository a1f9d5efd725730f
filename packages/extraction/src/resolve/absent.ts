import { evidenceOf } from '../evidence/evidence-of.ts';
import type { StatedAbsent } from '../rules/stated-absent.ts';
import type { Absent } from '../schema/field.ts';
import type { FieldName } from '../schema/fields.ts';
import type { DocumentInput, PageInput } from '../schema/input.ts';

/** Mean confidence below which a recognised page counts as not read. */
const legible = 0.35;

/**
 * Why a field has no value: the document says that there is none; or it could be on a page that was not read;
 * or it was looked for everywhere and is not there.
 */
export function absentFields(
  missing: readonly FieldName[],
  stated: readonly (StatedAbsent & { documentId: string })[],
  documents: readonly DocumentInput[],
): Absent[] {
  const unread = documents.some((document) => document.pages.some(isUnread));
  return missing.map((name): Absent => {
    const told = stated.findLast((one) => one.name === name);
    if (told) return { name, reason: 'stated_absent', evidence: [evidenceOf(told.documentId, told.quote)] };
    return { name, reason: unread ? 'unreadable' : 'not_found' };
  });
}

function isUnread(page: PageInput): boolean {
  if (page.failed) return true;
  if (page.words.length < 5) return false;
  return page.words.reduce((sum, word) => sum + word.confidence, 0) / page.words.length < legible;
}
