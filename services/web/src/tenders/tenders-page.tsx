import { Button, Group, Paper, Stack, Table, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ApiClient } from '../api/client.ts';
import { isMoving, tendersQuery } from '../api/queries.ts';
import type { ListedTender } from '../api/schemas.ts';
import { Since } from '../ui/since.tsx';
import { Empty, Loading, Problem, StaleNotice } from '../ui/states.tsx';
import { TenderStatusBadge } from '../ui/statuses.tsx';
import { describeValue } from './describe-value.ts';
import { PageProgress } from './page-progress.tsx';
import { tenderName } from './tender-name.ts';
import styles from './tenders-page.module.css';
import { UploadPanel } from './upload-panel.tsx';

/** The tenant's tenders, newest first, with what is being read now, and the place to drop a new one. */
export function TendersPage({ client }: { client: ApiClient }) {
  useDocumentTitle('Tenders · Tender pipeline');
  const navigate = useNavigate();
  const queries = useQueryClient();
  const list = useInfiniteQuery(tendersQuery(client));
  const tenders = list.data?.pages.flatMap((page) => page.items) ?? [];

  return (
    <Stack gap="lg">
      <Title order={1} size="h2">
        Tenders
      </Title>
      <UploadPanel
        client={client}
        path="/v1/tenders"
        withTitle
        label="Upload a tender package"
        hint="All PDFs of one tender together: notice, specification, annexes."
        onUploaded={(tenderId) => {
          void queries.invalidateQueries({ queryKey: ['tenders'] });
          void navigate({ to: '/tenders/$tenderId', params: { tenderId } });
        }}
      />
      {list.isError && list.data && <StaleNotice error={list.error} onRetry={() => void list.refetch()} />}
      <Paper withBorder radius="md" className={styles['list']}>
        {list.isPending && <Loading what="tenders" />}
        {list.isError && !list.data && (
          <Problem
            error={list.error}
            title="The tenders could not be loaded"
            onRetry={() => void list.refetch()}
          />
        )}
        {list.data && tenders.length === 0 && (
          <Empty title="No tenders yet">
            Drop the PDFs of one above; their answers appear here within minutes.
          </Empty>
        )}
        {tenders.length > 0 && <TenderTable tenders={tenders} />}
      </Paper>
      {list.hasNextPage && (
        <Group justify="center">
          <Button
            variant="default"
            loading={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            Show older tenders
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function TenderTable({ tenders }: { tenders: ListedTender[] }) {
  return (
    <Table verticalSpacing="sm" horizontalSpacing="md" highlightOnHover className={styles['table']}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Tender</Table.Th>
          <Table.Th>Status</Table.Th>
          <Table.Th>Pages</Table.Th>
          <Table.Th>Submission deadline</Table.Th>
          <Table.Th>Uploaded</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {tenders.map((tender) => (
          <Table.Tr key={tender.id}>
            <Table.Td className={styles['name']}>
              <Link to="/tenders/$tenderId" params={{ tenderId: tender.id }}>
                {tenderName(tender)}
              </Link>
              <Text size="sm" c="dimmed">
                {fieldText(tender, 'buyer') ?? documentCount(tender.documents.length)}
              </Text>
            </Table.Td>
            <Table.Td data-label="Status">
              <TenderStatusBadge status={tender.status} />
            </Table.Td>
            <Table.Td data-label="Pages" miw={130}>
              <PageProgress pages={tender.pages} moving={isMoving(tender.status)} />
            </Table.Td>
            <Table.Td data-label="Submission deadline">
              <Text size="sm">{fieldText(tender, 'submissionDeadline') ?? '—'}</Text>
            </Table.Td>
            <Table.Td data-label="Uploaded">
              <Text size="sm" c="dimmed">
                <Since at={tender.createdAt} />
              </Text>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function fieldText(tender: ListedTender, name: string): string | undefined {
  const field = tender.fields?.find((field) => field.name === name);
  return field && describeValue(name, field.value, navigator.language)[0]?.text;
}

function documentCount(count: number): string {
  return count === 1 ? '1 document' : `${count} documents`;
}
