import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Select from '@cloudscape-design/components/select';
import FormField from '@cloudscape-design/components/form-field';
import { lazy } from 'react';
import { useSearchParams } from 'react-router';
import { useCustomFields } from '../../api/account-lists';
import { unwrap } from '../../api/client';
import type { Campaign } from '../../api/schemas';
import { isKeyOf } from '../../app/chosen-of';
import { RouteButton } from '../../app/route-button';
import { RouteLink } from '../../app/route-link';
import { Screen } from '../../app/screen';
import { useAccount } from '../../app/session';
import { countOf, formatCount, formatShare } from '../../format/numbers';
import { When } from '../../format/when';
import { EmptyList } from '../../lists/list-states';
import { sumOf } from '../../lists/describe-shown';
import { ResourceTable } from '../../lists/resource-table';
import { timeOf } from '../../lists/sort-items';
import { usePages } from '../../lists/use-pages';
import { SenderName } from '../../senders/sender-name';
import { nameTags } from '../../texts/tag-words';
import { CAMPAIGN_STATUSES, CampaignStatus, isUnderWay } from './campaign-status';

const DeleteSeveral = lazy(() => import('./delete-several').then((it) => ({ default: it.DeleteSeveral })));

const REFRESH_MS = 10_000;
const COUNT_MIN_WIDTH_PX = 115;
const ANY = { value: '', label: 'Any status' };
const STATUS_OPTIONS = [
  ANY,
  ...Object.entries(CAMPAIGN_STATUSES).map(([value, { text }]) => ({ value, label: text })),
];

/** Formats a count with its share of a whole; a dash before recipients are chosen, because 0 would be misleading. */
function countOnceChosen({ selected }: Campaign['counts'], count: number, whole?: number): string {
  if (selected === 0) return '–';
  return whole === undefined ? formatCount(count) : `${formatCount(count)} (${formatShare(count, whole)})`;
}

/** Counts of a campaign that have a column once it is chosen. */
const MORE_COUNTS = [
  ['sent', 'Sent'],
  ['undelivered', 'Not delivered'],
  ['failed', 'Failed'],
  ['skipped', 'Skipped'],
] as const;

const PURPOSES: Record<Campaign['purpose'], string> = {
  marketing: 'Marketing',
  informational: 'Informational',
  emergency: 'Emergency',
};

const totalsOf = (campaigns: Campaign[]) => [
  countOf(
    sumOf(campaigns, ({ counts }) => counts.selected),
    'recipient',
  ),
  `${formatCount(sumOf(campaigns, ({ counts }) => counts.sent))} sent`,
  `${formatCount(sumOf(campaigns, ({ counts }) => counts.delivered))} delivered`,
  `${formatCount(sumOf(campaigns, ({ counts }) => counts.failed))} failed`,
];

export function Component() {
  const { id, api, can, path } = useAccount();
  const [params, setParams] = useSearchParams();
  const wanted = params.get('status') ?? '';
  const status = isKeyOf(CAMPAIGN_STATUSES, wanted) ? wanted : undefined;
  const pages = usePages({
    queryKey: [id, 'campaigns', 'list', status],
    fetchPage: (page) => {
      const query = { ...page, ...(status && { status }) };
      return unwrap(api.GET('/api/v1/campaigns', { params: { query } }));
    },
    pageSize: 20,
    refetchIntervalMs: REFRESH_MS,
  });
  const fields = new Map(useCustomFields().data?.map(({ key, label }) => [key, label]));
  const compose = can('campaigns:write') && (
    <RouteButton variant="primary" to={path('campaigns/new')}>
      Create campaign
    </RouteButton>
  );
  return (
    <Screen
      title="Campaigns"
      description="One text to many contacts, at the time that is right for each."
      actions={compose}
    >
      <ResourceTable
        pages={pages}
        label="Campaigns"
        trackBy={({ id: campaignId }) => campaignId}
        filter={
          <FormField label="Status">
            <Select
              selectedOption={STATUS_OPTIONS.find(({ value }) => value === status) ?? ANY}
              options={STATUS_OPTIONS}
              onChange={({ detail }) =>
                setParams(detail.selectedOption.value ? { status: detail.selectedOption.value } : {})
              }
            />
          </FormField>
        }
        empty={
          status === undefined ? (
            <EmptyList title="No campaigns yet" action={compose}>
              A campaign sends a text to a segment or a group.
            </EmptyList>
          ) : (
            <EmptyList
              title="No campaigns with this status"
              action={<Button onClick={() => setParams({})}>Show all campaigns</Button>}
            />
          )
        }
        bulk={
          can('campaigns:write')
            ? {
                labelOf: ({ name }) => `“${name}”`,
                isFor: (campaign) => campaign.status === 'draft',
                actions: [
                  {
                    ...{ id: 'delete', text: 'Delete drafts' },
                    dialog: (drafts, onClose) => <DeleteSeveral drafts={drafts} onClose={onClose} />,
                  },
                ],
              }
            : undefined
        }
        totals={totalsOf}
        columns={[
          {
            id: 'name',
            header: 'Name',
            isRowHeader: true,
            minWidth: 160,
            sortBy: ({ name }) => name,
            cell: (campaign) => (
              <>
                <RouteLink to={path(`campaigns/${campaign.id}`)}>{campaign.name}</RouteLink>
                <Box variant="small" display="block">
                  {campaign.body === undefined ? 'Picture or file' : nameTags(campaign.body, fields)}
                </Box>
              </>
            ),
          },
          {
            id: 'status',
            header: 'Status',
            minWidth: 150,
            cell: (campaign) => <CampaignStatus campaign={campaign} />,
          },
          {
            id: 'selected',
            minWidth: COUNT_MIN_WIDTH_PX,
            header: 'Recipients',
            sortBy: ({ counts }) => counts.selected,
            cell: ({ counts }) => countOnceChosen(counts, counts.selected),
          },
          {
            id: 'delivered',
            minWidth: COUNT_MIN_WIDTH_PX,
            header: 'Delivered',
            sortBy: ({ counts }) => counts.delivered,
            cell: ({ counts }) => countOnceChosen(counts, counts.delivered, counts.sent),
          },
          {
            id: 'clicked',
            minWidth: COUNT_MIN_WIDTH_PX,
            header: 'Clicked',
            sortBy: ({ counts }) => counts.clicked,
            cell: ({ counts }) => countOnceChosen(counts, counts.clicked, counts.delivered),
          },
          {
            id: 'optedOut',
            minWidth: COUNT_MIN_WIDTH_PX,
            header: 'Opted out',
            sortBy: ({ counts }) => counts.optedOut,
            cell: ({ counts }) => countOnceChosen(counts, counts.optedOut),
          },
          {
            id: 'when',
            header: 'Started',
            sortBy: ({ startedAt }) => timeOf(startedAt),
            cell: ({ startedAt, status: state }) => (
              <When at={startedAt} none={isUnderWay(state) ? 'Not yet' : '–'} />
            ),
          },
          ...MORE_COUNTS.map(([name, header]) => ({
            ...{ id: name, header, isExtra: true },
            sortBy: ({ counts }: Campaign) => counts[name],
            cell: ({ counts }: Campaign) => countOnceChosen(counts, counts[name]),
          })),
          {
            ...{ id: 'purpose', header: 'Purpose', isExtra: true },
            cell: ({ purpose }) => PURPOSES[purpose],
          },
          {
            ...{ id: 'from', header: 'From', isExtra: true },
            cell: ({ from }) => <SenderName from={from} />,
          },
          {
            ...{ id: 'created', header: 'Created', isExtra: true },
            sortBy: ({ createdAt }) => timeOf(createdAt),
            cell: ({ createdAt }) => <When at={createdAt} />,
          },
          {
            ...{ id: 'completed', header: 'Completed', isExtra: true },
            sortBy: ({ completedAt }) => timeOf(completedAt),
            cell: ({ completedAt }) => <When at={completedAt} />,
          },
        ]}
      />
    </Screen>
  );
}
