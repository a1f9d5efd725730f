import type { Extraction } from '@tender/extraction';
import type { ReadDocument } from './read-package.ts';
import { stableUuid } from './stable-uuid.ts';

/** The tender as `GET /v1/tenders/{id}` answers it, as far as there is no service behind it. */
export type TenderObject = ReturnType<typeof tenderObject>;

export interface Times {
  createdAt: Date;
  finishedAt: Date;
}

export function tenderObject(
  documents: readonly ReadDocument[],
  extraction: Extraction | null,
  times: Times,
) {
  const id = stableUuid(documents.map(({ filename, sha256 }) => `${filename} ${sha256}`).join('\n'));
  const kinds = new Map(extraction?.documents.map((document) => [document.id, document.kind]));
  const pages = documents.flatMap((document) => document.pages);
  const warnings = [...(extraction?.warnings ?? []), ...readingWarnings(documents)];
  const failed = documents.filter((document) => document.status === 'failed');
  const allFailed = failed.length === documents.length;
  const createdAt = times.createdAt.toISOString();
  const finishedAt = times.finishedAt.toISOString();
  const status = allFailed
    ? ('failed' as const)
    : failed.length > 0 || warnings.length > 0
      ? ('ready_with_warnings' as const)
      : ('ready' as const);
  return {
    id,
    title: null,
    externalId: null,
    priority: 0,
    status,
    version: 1,
    latestVersion: 1,
    language: extraction?.language ?? null,
    pages: countPages(pages),
    documents: documents.map((document) => ({
      id: document.id,
      tenderId: id,
      version: 1,
      filename: document.filename,
      sha256: document.sha256,
      bytes: document.bytes,
      status: document.status,
      duplicateOf: document.duplicateOf,
      kind: kinds.get(document.duplicateOf ?? document.id) ?? null,
      language: document.language,
      pageCount: document.status === 'failed' && document.pages.length === 0 ? null : document.pages.length,
      pages: countPages(document.pages),
      code: document.code,
      message: document.message,
      warnings: document.warnings,
      createdAt,
      finishedAt,
    })),
    fields: extraction?.fields ?? [],
    absent: extraction?.absent ?? [],
    warnings,
    code: allFailed ? 'all_documents_failed' : null,
    message: allFailed ? 'None of the documents could be read.' : null,
    versions: [{ version: 1, status, createdAt, finishedAt }],
    createdAt,
    finishedAt,
  };
}

function countPages(pages: ReadDocument['pages']) {
  const failed = pages.filter((page) => page.status === 'failed').length;
  return { total: pages.length, done: pages.length - failed, failed };
}

/** Pages that could not be read, and documents that could not. */
function readingWarnings(documents: readonly ReadDocument[]) {
  return documents.flatMap((document) => [
    ...(document.status === 'failed'
      ? [
          {
            code: document.code ?? 'failed',
            documentId: document.id,
            message: `${document.filename}: ${document.message}`,
          },
        ]
      : []),
    ...document.warnings.map((warning) => ({ documentId: document.id, ...warning })),
    ...document.pages
      .filter((page) => page.status === 'failed')
      .map((page) => ({
        code: page.reason ?? 'page_failed',
        documentId: document.id,
        page: page.page,
        message: page.message ?? 'This page could not be read.',
      })),
  ]);
}
