import { lazy } from 'react';
import { useCustomFields } from '../../api/account-lists';
import { unwrap } from '../../api/client';
import type { Job } from '../../api/schemas';
import { RouteButton } from '../../app/route-button';
import { Screen } from '../../app/screen';
import { useAccount } from '../../app/session';
import { WhenLink } from '../../app/when-link';
import { countOf, formatCount } from '../../format/numbers';
import { When } from '../../format/when';
import { sumOf } from '../../lists/describe-shown';
import { EmptyList } from '../../lists/list-states';
import { ResourceTable } from '../../lists/resource-table';
import { timeOf } from '../../lists/sort-items';
import { usePages } from '../../lists/use-pages';
import { SenderName } from '../../senders/sender-name';
import { labelOfJob } from './job-label';
import { nameTags } from '../../texts/tag-words';
import { JobStatus } from './job-status';

const CancelSeveral = lazy(() => import('./cancel-several').then((it) => ({ default: it.CancelSeveral })));

const totalsOf = (jobs: Job[]) => [
  countOf(
    sumOf(jobs, ({ totalRecipients }) => totalRecipients),
    'recipient',
  ),
  `${formatCount(sumOf(jobs, ({ counts }) => counts.sent))} sent`,
  `${formatCount(sumOf(jobs, ({ counts }) => counts.failed))} failed`,
];

const COUNTS = [
  { name: 'sent', header: 'Sent' },
  { name: 'failed', header: 'Failed' },
  { name: 'skipped', header: 'Skipped', isExtra: true },
  { name: 'pending', header: 'Waiting', isExtra: true },
] as const;

export function Component() {
  const { id, api, can, path } = useAccount();
  const pages = usePages({
    queryKey: [id, 'jobs'],
    fetchPage: (query) => unwrap(api.GET('/console/api/jobs', { params: { query } })),
    refetchIntervalMs: 10_000,
  });
  const fields = new Map(useCustomFields().data?.map(({ key, label }) => [key, label]));
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
          <EmptyList
            title="No broadcasts or batches"
            action={
              can('campaigns:write') && <RouteButton to={path('campaigns/new')}>Create campaign</RouteButton>
            }
          >
            Programs make them through the API. To send to many contacts from here, create a campaign.
          </EmptyList>
        }
        bulk={
          can('messages:send')
            ? {
                labelOf: labelOfJob,
                isFor: ({ status }) => status === 'queued' || status === 'processing',
                actions: [
                  {
                    ...{ id: 'cancel', text: 'Cancel' },
                    dialog: (jobs, onClose) => <CancelSeveral jobs={jobs} onClose={onClose} />,
                  },
                ],
              }
            : undefined
        }
        totals={totalsOf}
        columns={[
          {
            id: 'created',
            header: 'Time',
            isRowHeader: true,
            sortBy: ({ createdAt }) => timeOf(createdAt),
            cell: (job) => <WhenLink at={job.createdAt} to={path(`jobs/${job.kind}/${job.id}`)} />,
          },
          { id: 'kind', header: 'Kind', cell: ({ kind }) => (kind === 'broadcast' ? 'Broadcast' : 'Batch') },
          {
            id: 'body',
            header: 'Text',
            cell: ({ body }) => (body === undefined ? 'One for each recipient' : nameTags(body, fields)),
          },
          {
            id: 'status',
            header: 'Status',
            minWidth: 140,
            cell: ({ status }) => <JobStatus status={status} />,
          },
          {
            ...{ id: 'total', header: 'Recipients' },
            sortBy: ({ totalRecipients }) => totalRecipients,
            cell: ({ totalRecipients }) => formatCount(totalRecipients),
          },
          ...COUNTS.map(({ name, ...column }) => ({
            ...column,
            id: name,
            sortBy: ({ counts }: Job) => counts[name],
            cell: ({ counts }: Job) => formatCount(counts[name]),
          })),
          {
            ...{ id: 'from', header: 'From', isExtra: true },
            cell: ({ from }) => <SenderName from={from} />,
          },
          {
            ...{ id: 'completed', header: 'Completed', isExtra: true },
            sortBy: ({ completedAt }) => timeOf(completedAt),
            cell: ({ completedAt }) => <When at={completedAt} none="Not yet" />,
          },
        ]}
      />
    </Screen>
  );
}
