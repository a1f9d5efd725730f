import type { DocumentView } from '../reading/document-view.ts';
import type { DocumentIdentity } from './kind.ts';

/**
 * The order in which documents count. It follows from what they are and say, never from the order in which they
 * were uploaded: first the notice, then what belongs to it, then the addenda by number or date.
 */
export interface Identified {
  view: DocumentView;
  identity: DocumentIdentity;
  /** ISO date of issue, where printed. */
  issued: string | null;
}

const rank = { notice: 0, specification: 1, annex: 2, other: 3, addendum: 4 } as const;

export function inOrder<D extends Identified>(documents: readonly D[]): D[] {
  return documents.toSorted(
    (a, b) =>
      rank[a.identity.kind] - rank[b.identity.kind] ||
      (a.identity.kind === 'addendum' ? compareAddenda(a, b) : 0) ||
      a.view.document.filename.localeCompare(b.view.document.filename, 'en') ||
      a.view.document.order - b.view.document.order,
  );
}

function compareAddenda(a: Identified, b: Identified): number {
  if (a.identity.number !== null && b.identity.number !== null && a.identity.number !== b.identity.number) {
    return a.identity.number - b.identity.number;
  }
  return (a.issued ?? '').localeCompare(b.issued ?? '');
}

/** The date a document gives for itself: the first date of its first page that is labelled as such. */
export function issueDate(view: DocumentView): string | null {
  for (const block of view.pages[0]?.blocks ?? []) {
    const hit = block.hits.find((one) => one.roles.includes('issueDate'));
    const moment = hit && block.moments.find((one) => one.start >= hit.end);
    if (moment) return moment.value.local.slice(0, 10);
  }
  const all = view.pages[0]?.blocks.flatMap((block) => block.moments) ?? [];
  return all[0]?.value.local.slice(0, 10) ?? null;
}
