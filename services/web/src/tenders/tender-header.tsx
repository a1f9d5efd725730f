import { Group, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ApiProblem } from '../api/problem.ts';
import { isMoving } from '../api/queries.ts';
import type { Tender } from '../api/schemas.ts';
import { Icon } from '../ui/icon.tsx';
import { Since } from '../ui/since.tsx';
import { Problem } from '../ui/states.tsx';
import { TenderStatusBadge } from '../ui/statuses.tsx';
import { PageProgress } from './page-progress.tsx';
import styles from './tender-header.module.css';
import { tenderName } from './tender-name.ts';

/** What it is, how far it is, and why it failed if it did. */
export function TenderHeader({ tender }: { tender: Tender }) {
  return (
    <div className={styles['header']}>
      <nav aria-label="Path">
        <Link to="/tenders" className={styles['back']}>
          <Icon name="previous" size={14} /> Tenders
        </Link>
      </nav>
      <Title order={1} size="h2" className={styles['name']}>
        {tenderName(tender)}
      </Title>
      <Group gap="md" align="center" aria-live="polite">
        <TenderStatusBadge status={tender.status} />
        <PageProgress pages={tender.pages} moving={isMoving(tender.status)} />
        <Text size="sm" c="dimmed">
          Version {tender.version}
        </Text>
      </Group>
      <Text size="sm" c="dimmed">
        Uploaded <Since at={tender.createdAt} />
        {tender.finishedAt && (
          <>
            , finished <Since at={tender.finishedAt} />
          </>
        )}
      </Text>
      {tender.status === 'failed' && tender.code && (
        <Problem error={new ApiProblem(tender.code, 200, tender.message ?? '')} title="This tender failed" />
      )}
    </div>
  );
}
