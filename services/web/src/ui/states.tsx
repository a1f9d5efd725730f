import { Alert, Button, Group, Skeleton, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { describeError } from '../api/problem.ts';
import { Icon } from './icon.tsx';
import styles from './states.module.css';

/** Bars where rows will be. */
export function Loading({ what, rows = 4 }: { what: string; rows?: number }) {
  return (
    <Stack gap="sm" role="status" p="md">
      <VisuallyHidden>Loading {what}</VisuallyHidden>
      {Array.from({ length: rows }, (_, row) => `row-${row}`).map((row) => (
        <Skeleton key={row} height={28} radius="sm" />
      ))}
    </Stack>
  );
}

/** Nothing there, and what to do about it. */
export function Empty({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={styles['empty']}>
      <Title order={2} size="h4">
        {title}
      </Title>
      {children !== undefined && (
        <Text c="dimmed" maw={480}>
          {children}
        </Text>
      )}
    </div>
  );
}

/** What went wrong, in the server's words, with the code to look up. */
export function Problem({ error, title, onRetry }: { error: unknown; title: string; onRetry?: () => void }) {
  const { message, code, requestId } = describeError(error);
  return (
    <Alert color="red" variant="light" icon={<Icon name="alert" />} title={title} role="alert">
      <Stack gap="xs">
        <Text size="sm">{message}</Text>
        <Text size="xs" className={styles['code']}>
          {code}
          {requestId !== undefined && ` · request ${requestId}`}
        </Text>
        {onRetry && (
          <Group>
            <Button size="xs" variant="default" onClick={onRetry}>
              Try again
            </Button>
          </Group>
        )}
      </Stack>
    </Alert>
  );
}

/** Shown above data that is still there while asking for newer data fails. */
export function StaleNotice({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return <Problem error={error} title="This is not up to date" onRetry={onRetry} />;
}
