import { Button, Group, Paper, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { describeError } from '../api/problem.ts';
import { findKeyKind } from './key-kind.ts';
import type { KeyKind } from './session.ts';
import { useSession } from './session-context.tsx';
import styles from './sign-in-page.module.css';

const TEXTS: Record<KeyKind, { title: string; hint: string }> = {
  tenant: { title: 'Sign in', hint: 'Your tenders open with your organisation’s API key.' },
  operator: { title: 'For operators', hint: 'Workers and queue open with the operator’s key.' },
};

/**
 * Takes an API key. Which kind it is, the server tells. `wanted` is the kind that the view behind needs.
 * `onSignedIn` is for a page of its own: elsewhere the view appears by itself.
 */
export function SignInPage({
  wanted,
  onSignedIn,
}: {
  wanted: KeyKind;
  onSignedIn?: (kind: KeyKind) => void;
}) {
  const { signIn, refused, keys } = useSession();
  const [key, setKey] = useState('');
  const { title, hint } = TEXTS[wanted];
  useDocumentTitle(`${title} · Tender pipeline`);
  const attempt = useMutation({
    mutationFn: findKeyKind,
    onSuccess: (kind, accepted) => {
      signIn(kind, accepted);
      setKey('');
      onSignedIn?.(kind);
    },
  });
  const otherKind = attempt.isSuccess && keys[wanted] === null;

  return (
    <div className={styles['centre']}>
      <Paper withBorder radius="md" p="xl" className={styles['card']}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (key.trim() !== '') attempt.mutate(key.trim());
          }}
        >
          <Stack gap="md">
            <div>
              <Title order={1} size="h3">
                {title}
              </Title>
              <Text c="dimmed" size="sm" mt={4}>
                {hint} It stays in this browser tab until you close it.
              </Text>
            </div>
            <PasswordInput
              label="API key"
              name="key"
              autoComplete="off"
              value={key}
              onChange={(event) => setKey(event.currentTarget.value)}
              error={attempt.isError ? refusal(attempt.error) : undefined}
              visibilityToggleButtonProps={{ 'aria-label': 'Show the key' }}
            />
            {refused.has(wanted) && !attempt.isError && (
              <Text size="sm" role="status">
                The key used so far is no longer accepted.
              </Text>
            )}
            {otherKind && (
              <Text size="sm" role="status">
                Signed in, but that key is {wanted === 'operator' ? 'a tenant’s' : 'an operator’s'}: this view
                needs the other kind.
              </Text>
            )}
            <Group>
              <Button type="submit" loading={attempt.isPending} disabled={key.trim() === ''}>
                Sign in
              </Button>
            </Group>
          </Stack>
        </form>
      </Paper>
    </div>
  );
}

function refusal(error: unknown): string {
  const { code, message } = describeError(error);
  return code === 'page_error' ? message : `${message} (${code})`;
}
