import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import { unwrap } from '../../api/client';
import { FailedScreen } from '../../app/failed-screen';
import { LoadingScreen } from '../../app/loading-screen';
import { Screen } from '../../app/screen';
import { useAccount } from '../../app/session';
import { useChange } from '../../app/use-change';
import { formatDateTime } from '../../format/dates';
import { countOf, formatCount } from '../../format/numbers';
import { ImportStatus } from './import-status';

const POLL_MS = 2_000;
const WHY_SKIPPED =
  'Contacts that were there and were to be kept, numbers that are twice in the file, and contacts that were erased.';

/** How far an import is, and what became of its rows. */
export function Component() {
  const { importId = '' } = useParams();
  const { id, api, can, path } = useAccount();
  const { data, error, refetch } = useQuery({
    queryKey: [id, 'imports', importId],
    queryFn: () => unwrap(api.GET('/api/v1/contacts/imports/{id}', { params: { path: { id: importId } } })),
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? POLL_MS : false),
  });
  const cancel = useChange({
    run: () =>
      unwrap(api.POST('/api/v1/contacts/imports/{id}/cancel', { params: { path: { id: importId } } })),
    done: 'The import is cancelled. What was imported stays.',
    failed: 'The import was not cancelled',
    changes: [[id, 'imports']],
  });
  if (data === undefined) {
    return error === null ? (
      <LoadingScreen />
    ) : (
      <FailedScreen
        title="Import"
        parent={{ text: 'Imports', path: path('imports') }}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  return (
    <Screen
      title={`Import of ${formatDateTime(data.createdAt)}`}
      description={<ImportStatus status={data.status} dryRun={data.dryRun} />}
      parent={{ text: 'Imports', path: path('imports') }}
      actions={
        <SpaceBetween direction="horizontal" size="xs">
          {['awaitingUpload', 'running'].includes(data.status) && can('contacts:write') && (
            <Button loading={cancel.isPending} onClick={() => cancel.mutate(undefined)}>
              Cancel import
            </Button>
          )}
          {data.rejectedFile !== undefined && (
            <Button iconName="download" href={data.rejectedFile} target="_blank" rel="noopener" download>
              Download rejected rows
            </Button>
          )}
        </SpaceBetween>
      }
    >
      {data.errorMessage !== undefined && (
        <Alert type="error" header="The file could not be read to its end">
          {data.errorMessage}
        </Alert>
      )}
      {data.rejected > 0 && (
        <Alert type="warning" header={`${countOf(data.rejected, 'row')} rejected`}>
          The file of rejected rows says why. Mend it and import it: rows that are in already change nothing.
        </Alert>
      )}
      <Container header={<Header variant="h2">Report</Header>}>
        <KeyValuePairs
          columns={4}
          items={[
            { label: 'Rows read', value: formatCount(data.rows) },
            { label: 'New contacts', value: formatCount(data.created) },
            { label: 'Changed', value: formatCount(data.updated) },
            {
              label: 'Unchanged',
              value: <Explained count={data.unchanged} why="The contact is already as the row says." />,
            },
            { label: 'Skipped', value: <Explained count={data.skipped} why={WHY_SKIPPED} /> },
            { label: 'Rejected', value: formatCount(data.rejected) },
            {
              label: 'The same number twice',
              value: (
                <Explained
                  count={data.duplicates}
                  why="Of the skipped rows. The last row of a number counts."
                />
              ),
            },
            { label: 'Columns left out', value: data.ignoredColumns.join(', ') || 'None' },
            { label: 'Started', value: formatDateTime(data.startedAt) },
            { label: 'Completed', value: formatDateTime(data.completedAt) },
          ]}
        />
      </Container>
    </Screen>
  );
}

/** A figure, and what it counts, where there is anything to count. */
function Explained({ count, why }: { count: number; why: string }) {
  return (
    <>
      {formatCount(count)}
      {count > 0 && (
        <Box variant="small" display="block">
          {why}
        </Box>
      )}
    </>
  );
}
