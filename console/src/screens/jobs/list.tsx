import { unwrap } from '../../api/client';
import { RouteLink } from '../../app/route-link';
import { Screen } from '../../app/screen';
import { useAccount } from '../../app/session';
import { formatDateTime } from '../../format/dates';
import { formatCount } from '../../format/numbers';
import { EmptyList } from '../../lists/list-states';
import { ResourceTable } from '../../lists/resource-table';
import { usePages } from '../../lists/use-pages';
import { JobStatus } from './job-status';

export function Component() {
  const { id, api, path } = useAccount();
  const pages = usePages({
    queryKey: [id, 'jobs'],
    fetchPage: (query) => unwrap(api.GET('/console/api/jobs', { params: { query } })),
    refetchIntervalMs: 10_000,
  });
  return (
    <Screen
      title="Broadcasts and batches"
      description="Texts to many recipients that programs sent through the API."
    >
      <ResourceTable
        pages={pages}
        label="Broadcasts and batches"
        trackBy={(job) => job.id}
        empty={
          <EmptyList title="No broadcasts or batches">
            Programs make them through the API. To send to many contacts from here, create a campaign.
          </EmptyList>
        }
        columns={[
          {
            id: 'created',
            header: 'Time',
            isRowHeader: true,
            cell: (job) => (
              <RouteLink to={path(`jobs/${job.kind}/${job.id}`)}>{formatDateTime(job.createdAt)}</RouteLink>
            ),
          },
          { id: 'kind', header: 'Kind', cell: ({ kind }) => (kind === 'broadcast' ? 'Broadcast' : 'Batch') },
          { id: 'body', header: 'Text', cell: ({ body }) => body ?? 'One for each recipient' },
          {
            id: 'status',
            header: 'Status',
            minWidth: 140,
            cell: ({ status }) => <JobStatus status={status} />,
          },
          { id: 'total', header: 'Recipients', cell: ({ totalRecipients }) => formatCount(totalRecipients) },
          { id: 'sent', header: 'Sent', cell: ({ counts }) => formatCount(counts.sent) },
          { id: 'failed', header: 'Failed', cell: ({ counts }) => formatCount(counts.failed) },
        ]}
      />
    </Screen>
  );
}
