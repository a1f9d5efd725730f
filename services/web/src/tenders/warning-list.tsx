import { Text } from '@mantine/core';
import type { TenderDocument, Warning } from '../api/schemas.ts';
import { Icon } from '../ui/icon.tsx';
import type { PageRef } from '../viewer/page-steps.ts';
import { PageLink } from './page-link.tsx';
import styles from './rows.module.css';

/** What a person should look at, each with its code and the way to its page. */
export function WarningList({
  warnings,
  documents,
  onShow,
}: {
  warnings: Warning[];
  documents: TenderDocument[];
  onShow: (page: PageRef) => void;
}) {
  const several = documents.length > 1;
  return (
    <ul className={styles['rows']}>
      {warnings.map(({ code, message, documentId, page }) => {
        const filename = documents.find((document) => document.id === documentId)?.filename;
        return (
          <li key={`${code}|${message}|${documentId}|${page}`}>
            <span className={styles['sign']}>
              <Icon name="alert" size={16} />
            </span>
            <div className={styles['grow']}>
              <Text size="sm">{message}</Text>
              <Text size="xs" c="dimmed" className={styles['code']}>
                {code}
                {several && filename !== undefined && ` · ${filename}`}
              </Text>
            </div>
            {documentId && page && (
              <PageLink
                page={page}
                of={filename ?? 'the document'}
                onClick={() => onShow({ documentId, page })}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}
