import { Paper, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import styles from './section.module.css';

/** A titled part of a view. */
export function Section({ title, count, children }: { title: string; count?: number; children: ReactNode }) {
  const id = useId();
  return (
    <Paper component="section" aria-labelledby={id} withBorder radius="md" className={styles['section']}>
      <div className={styles['head']}>
        <Title order={2} size="h5" id={id}>
          {title}
        </Title>
        {count !== undefined && (
          <Text size="sm" c="dimmed">
            {count}
          </Text>
        )}
      </div>
      {children}
    </Paper>
  );
}
