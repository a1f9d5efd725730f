import { ActionIcon, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ApiClient } from '../api/client.ts';
import type { TenderDocument } from '../api/schemas.ts';
import { Icon } from '../ui/icon.tsx';
import { Problem } from '../ui/states.tsx';
import { DocumentStatusBadge } from '../ui/statuses.tsx';
import type { PageRef } from '../viewer/page-steps.ts';
import styles from './rows.module.css';
import { saveBlob } from './save-blob.ts';

/** The tender's files: what each is, why one failed, and its original. */
export function DocumentList({
  client,
  documents,
  onShow,
}: {
  client: ApiClient;
  documents: TenderDocument[];
  onShow: (page: PageRef) => void;
}) {
  const download = useMutation({
    mutationFn: async ({ id, filename }: TenderDocument) => {
      saveBlob(await client.blob(`/v1/documents/${encodeURIComponent(id)}/original`), filename);
    },
  });
  return (
    <>
      {download.isError && <Problem error={download.error} title="The original could not be fetched" />}
      <ul className={styles['rows']}>
        {documents.map((document) => (
          <li key={document.id}>
            <div className={styles['grow']}>
              <DocumentName document={document} onShow={onShow} />
              <Text size="xs" c="dimmed">
                {describe(document, documents)}
              </Text>
              {document.status === 'failed' && (
                <Text size="sm" mt={2}>
                  {document.message ?? 'It could not be read.'}{' '}
                  <span className={styles['code']}>{document.code}</span>
                </Text>
              )}
            </div>
            <DocumentStatusBadge status={document.status} />
            <ActionIcon
              variant="subtle"
              loading={download.isPending && download.variables.id === document.id}
              aria-label={`Download ${document.filename}`}
              title="Download the original"
              onClick={() => download.mutate(document)}
            >
              <Icon name="download" size={16} />
            </ActionIcon>
          </li>
        ))}
      </ul>
    </>
  );
}

function DocumentName({ document, onShow }: { document: TenderDocument; onShow: (page: PageRef) => void }) {
  if (!document.pageCount || document.duplicateOf) {
    return (
      <Text size="sm" fw={500} className={styles['wrap']}>
        {document.filename}
      </Text>
    );
  }
  return (
    <button
      type="button"
      className={styles['link']}
      onClick={() => onShow({ documentId: document.id, page: 1 })}
    >
      {document.filename}
    </button>
  );
}

function describe(document: TenderDocument, documents: readonly TenderDocument[]): string {
  const first = documents.find((each) => each.id === document.duplicateOf);
  const parts = [
    document.kind,
    document.pageCount ? `${document.pageCount} ${document.pageCount === 1 ? 'page' : 'pages'}` : null,
    document.duplicateOf ? `the same file as ${first?.filename ?? 'an earlier one'}` : null,
  ].filter((part) => part !== null && part !== undefined);
  return parts.join(' · ');
}
