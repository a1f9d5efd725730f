import { Alert, Code, Paper, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { ApiClient } from '../api/client.ts';
import { queueQuery, workersQuery } from '../api/queries.ts';
import type { QueueType } from '../api/schemas.ts';
import { RequireKey } from '../session/require-key.tsx';
import { formatDuration } from '../ui/ago.ts';
import { Badge } from '../ui/badge.tsx';
import { Icon } from '../ui/icon.tsx';
import { Empty, Loading, Problem, StaleNotice } from '../ui/states.tsx';
import { type Column, DataTable } from './data-table.tsx';
import { type Figure, Figures } from './figures.tsx';
import { typesWithoutWorker } from './idle-types.ts';

export function QueueRoute() {
  return <RequireKey kind="operator">{(client) => <QueuePage client={client} />}</RequireKey>;
}

const COLUMNS: readonly Column<QueueType>[] = [
  { label: 'Type', cell: ({ type, paused }) => <TypeName type={type} paused={paused} /> },
  { label: 'Queued', numeric: true, cell: ({ counts }) => counts.queued },
  { label: 'Scheduled', numeric: true, cell: ({ counts }) => counts.scheduled },
  { label: 'Running', numeric: true, cell: ({ counts }) => counts.running },
  { label: 'Done', numeric: true, cell: ({ counts }) => counts.done },
  { label: 'Failed', numeric: true, cell: ({ counts }) => counts.failed },
  { label: 'Failed, last hour', numeric: true, cell: ({ failedLastHour }) => failedLastHour },
  { label: 'Oldest queued', numeric: true, cell: ({ oldestQueuedSeconds }) => duration(oldestQueuedSeconds) },
  {
    label: 'Attempts per job',
    numeric: true,
    cell: ({ attemptsPerCompleted }) => attemptsPerCompleted?.toFixed(2) ?? '—',
  },
  { label: 'Median time', numeric: true, cell: ({ durationSeconds }) => duration(durationSeconds?.p50) },
  { label: '95 % within', numeric: true, cell: ({ durationSeconds }) => duration(durationSeconds?.p95) },
];

/** What waits, what runs and what went wrong, per type of job. */
function QueuePage({ client }: { client: ApiClient }) {
  useDocumentTitle('Queue · Tender pipeline');
  const query = useQuery(queueQuery(client));
  const workers = useQuery(workersQuery(client));
  const types = query.data?.types ?? [];
  const idle = workers.data ? typesWithoutWorker(types, workers.data) : [];
  const retry = () => void query.refetch();

  return (
    <Stack gap="lg">
      <Title order={1} size="h2">
        Queue
      </Title>
      {query.isError && query.data && <StaleNotice error={query.error} onRetry={retry} />}
      {idle.length > 0 && (
        <Alert color="red" icon={<Icon name="alert" />} title="Jobs wait that nobody runs" role="alert">
          No living worker takes {idle.length === 1 ? 'the type' : 'the types'}{' '}
          {idle.map((type, index) => (
            <span key={type}>
              {index > 0 && ', '}
              <Code>{type}</Code>
            </span>
          ))}
          .
        </Alert>
      )}
      {types.length > 0 && <Figures figures={figures(types)} />}
      <Paper withBorder radius="md">
        {query.isPending && <Loading what="the queue" />}
        {query.isError && !query.data && (
          <Problem error={query.error} title="The queue could not be loaded" onRetry={retry} />
        )}
        {query.data && types.length === 0 && <Empty title="No jobs yet">The first upload brings some.</Empty>}
        {types.length > 0 && (
          <DataTable label="Queue per job type" columns={COLUMNS} rows={types} rowKey={({ type }) => type} />
        )}
      </Paper>
    </Stack>
  );
}

function figures(types: readonly QueueType[]): Figure[] {
  const sum = (of: (type: QueueType) => number) => types.reduce((total, type) => total + of(type), 0);
  const failed = sum((type) => type.failedLastHour);
  const oldest = Math.max(...types.map((type) => type.oldestQueuedSeconds ?? -1));
  return [
    { label: 'Queued', value: String(sum((type) => type.counts.queued)) },
    { label: 'Running', value: String(sum((type) => type.counts.running)) },
    { label: 'Oldest queued', value: oldest < 0 ? '—' : formatDuration(oldest) },
    { label: 'Failed, last hour', value: String(failed), ...(failed > 0 ? { tone: 'bad' } : {}) },
  ];
}

function TypeName({ type, paused }: Pick<QueueType, 'type' | 'paused'>) {
  return (
    <Text component="span" size="sm" fw={600}>
      {type} {paused && <Badge tone="warn">Paused</Badge>}
    </Text>
  );
}

function duration(seconds: number | null | undefined): string {
  if (typeof seconds !== 'number') return '—';
  return seconds < 10 ? `${seconds.toFixed(1)} s` : formatDuration(seconds);
}
