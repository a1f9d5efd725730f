import { Progress, Text } from '@mantine/core';
import type { ListedTender } from '../api/schemas.ts';
import styles from './page-progress.module.css';

/** How many of a tender's pages have been dealt with. */
export function PageProgress({ pages, moving }: { pages: ListedTender['pages']; moving: boolean }) {
  const ended = pages.done + pages.failed;
  const share = (count: number) => (pages.total === 0 ? 0 : (100 * count) / pages.total);
  const words =
    pages.total === 0
      ? moving
        ? 'Counting pages'
        : 'No pages'
      : `${ended} of ${pages.total} ${pages.total === 1 ? 'page' : 'pages'}${pages.failed > 0 ? `, ${pages.failed} failed` : ''}`;
  return (
    <div className={styles['progress']} data-moving={moving || undefined}>
      <Text size="sm">{words}</Text>
      {moving && (
        <Progress.Root size="sm" mt={4} aria-hidden="true">
          <Progress.Section value={share(pages.done)} withAria={false} />
          <Progress.Section value={share(pages.failed)} color="red" withAria={false} />
        </Progress.Root>
      )}
    </div>
  );
}
