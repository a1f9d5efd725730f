/** What the tender view's address says: the field that is shown, and the page. */
export interface TenderSearch {
  field?: string;
  document?: string;
  page?: number;
}

/** Reads it from an address that anyone may have typed: what isn't right is left out. */
export function readTenderSearch(search: Record<string, unknown>): TenderSearch {
  const { field, document } = search;
  const page = Number(search['page']);
  return {
    ...(typeof field === 'string' && field !== '' ? { field } : {}),
    ...(typeof document === 'string' && document !== '' ? { document } : {}),
    ...(Number.isInteger(page) && page > 0 ? { page } : {}),
  };
}
