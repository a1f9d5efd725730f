import { Code, Paper, Stack, Text, Title } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { ApiClient } from '../api/client.ts';
import { workersQuery } from '../api/queries.ts';
import type { Worker } from '../api/schemas.ts';
import { RequireKey } from '../session/require-key.tsx';
import { Since } from '../ui/since.tsx';
import { Empty, Loading, Problem, StaleNotice } from '../ui/states.tsx';
import { WorkerStateBadge } from '../ui/statuses.tsx';
import { type Column, DataTable } from './data-table.tsx';
import { Figures } from './figures.tsx';

export function WorkersRoute() {
  return <RequireKey kind="operator">{(client) => <WorkersPage client={client} />}</RequireKey>;
}

const ORDER: Record<Worker['state'], number> = { dead: 0, silent: 1, alive: 2 };

const COLUMNS: readonly Column<Worker>[] = [
  {
    label: 'Worker',
    cell: ({ service, host, pid }) => <WorkerName service={service} host={host} pid={pid} />,
  },
  { label: 'State', cell: ({ state }) => <WorkerStateBadge state={state} /> },
  { label: 'Running', numeric: true, cell: ({ running }) => running },
  { label: 'Heartbeat', cell: ({ heartbeatAt }) => <Since at={heartbeatAt} /> },
  { label: 'Started', cell: ({ startedAt }) => <Since at={startedAt} /> },
  { label: 'Job types', cell: ({ types }) => <Text size="sm">{types.join(', ')}</Text> },
];

/** Which processes work, which have stopped giving signs of life: those first. */
function WorkersPage({ client }: { client: ApiClient }) {
  useDocumentTitle('Workers · Tender pipeline');
  const query = useQuery(workersQuery(client));
  const workers = (query.data ?? []).toSorted(
    (a, b) => ORDER[a.state] - ORDER[b.state] || a.service.localeCompare(b.service) || a.pid - b.pid,
  );
  const count = (state: Worker['state']) => workers.filter((worker) => worker.state === state).length;
  const retry = () => void query.refetch();

  return (
    <Stack gap="lg">
      <Title order={1} size="h2">
        Workers
      </Title>
      {query.isError && query.data && <StaleNotice error={query.error} onRetry={retry} />}
      {query.data && (
        <Figures
          figures={[
            { label: 'Alive', value: String(count('alive')) },
            {
              label: 'Silent',
              value: String(count('silent')),
              ...(count('silent') > 0 ? { tone: 'warn' } : {}),
            },
            { label: 'Dead', value: String(count('dead')), ...(count('dead') > 0 ? { tone: 'bad' } : {}) },
            {
              label: 'Jobs running',
              value: String(workers.reduce((sum, worker) => sum + worker.running, 0)),
            },
          ]}
        />
      )}
      <Paper withBorder radius="md">
        {query.isPending && <Loading what="workers" />}
        {query.isError && !query.data && (
          <Problem error={query.error} title="The workers could not be loaded" onRetry={retry} />
        )}
        {query.data && workers.length === 0 && (
          <Empty title="No worker has reported">
            Jobs wait until one is started, such as <Code>node services/ocr-worker/src/main.ts</Code>.
          </Empty>
        )}
        {workers.length > 0 && (
          <DataTable label="Workers" columns={COLUMNS} rows={workers} rowKey={(worker) => worker.id} />
        )}
      </Paper>
    </Stack>
  );
}

function WorkerName({ service, host, pid }: Pick<Worker, 'service' | 'host' | 'pid'>) {
  return (
    <>
      <Text size="sm" fw={600}>
        {service}
      </Text>
      <Text size="xs" c="dimmed" fw={400}>
        {host}, process {pid}
      </Text>
    </>
  );
}
