import type { Field, TenderDocument } from '../api/schemas.ts';

/** What a tender is called: as its uploader named it, else as its documents do, else by its first file. */
export function tenderName(tender: {
  title?: string | null | undefined;
  fields?: readonly Field[] | null | undefined;
  documents: readonly TenderDocument[];
}): string {
  const printed = tender.fields?.find((field) => field.name === 'title')?.value;
  if (tender.title) return tender.title;
  if (typeof printed === 'string') return printed;
  return tender.documents[0]?.filename ?? 'Tender without documents';
}
