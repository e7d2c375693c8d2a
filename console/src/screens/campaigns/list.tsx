import Box from '@cloudscape-design/components/box';
import Select from '@cloudscape-design/components/select';
import FormField from '@cloudscape-design/components/form-field';
import { useSearchParams } from 'react-router';
import { unwrap } from '../../api/client';
import type { Campaign } from '../../api/schemas';
import { isKeyOf } from '../../app/chosen-of';
import { RouteButton } from '../../app/route-button';
import { RouteLink } from '../../app/route-link';
import { Screen } from '../../app/screen';
import { useAccount } from '../../app/session';
import { formatDateTime } from '../../format/dates';
import { formatCount, formatShare } from '../../format/numbers';
import { EmptyList } from '../../lists/list-states';
import { ResourceTable } from '../../lists/resource-table';
import { usePages } from '../../lists/use-pages';
import { CAMPAIGN_STATUSES, CampaignStatus, isUnderWay } from './campaign-status';

const REFRESH_MS = 10_000;
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
            <EmptyList title="No campaigns with this status">Choose another status.</EmptyList>
          )
        }
        columns={[
          {
            id: 'name',
            header: 'Name',
            isRowHeader: true,
            minWidth: 160,
            cell: (campaign) => (
              <>
                <RouteLink to={path(`campaigns/${campaign.id}`)}>{campaign.name}</RouteLink>
                <Box variant="small" display="block">
                  {campaign.body ?? 'Picture or file'}
                </Box>
              </>
            ),
          },
          {
            id: 'status',
            header: 'Status',
            minWidth: 150,
            cell: (campaign) => <CampaignStatus status={campaign.status} />,
          },
          {
            id: 'selected',
            header: 'Recipients',
            cell: ({ counts }) => countOnceChosen(counts, counts.selected),
          },
          {
            id: 'delivered',
            header: 'Delivered',
            cell: ({ counts }) => countOnceChosen(counts, counts.delivered, counts.sent),
          },
          {
            id: 'clicked',
            header: 'Clicked',
            cell: ({ counts }) => countOnceChosen(counts, counts.clicked, counts.delivered),
          },
          {
            id: 'optedOut',
            header: 'Opted out',
            cell: ({ counts }) => countOnceChosen(counts, counts.optedOut),
          },
          {
            id: 'when',
            header: 'Started',
            cell: ({ startedAt, status: state }) =>
              startedAt === undefined && isUnderWay(state) ? 'Not yet' : formatDateTime(startedAt),
          },
        ]}
      />
    </Screen>
  );
}
