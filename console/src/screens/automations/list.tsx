import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import FormField from '@cloudscape-design/components/form-field';
import Select from '@cloudscape-design/components/select';
import { useSearchParams } from 'react-router';
import { unwrap } from '../../api/client';
import type { Automation } from '../../api/schemas';
import { isKeyOf } from '../../app/chosen-of';
import { RouteButton } from '../../app/route-button';
import { RouteLink } from '../../app/route-link';
import { Screen } from '../../app/screen';
import { useAccount } from '../../app/session';
import { countOf, formatCount, formatShare } from '../../format/numbers';
import { When } from '../../format/when';
import { sumOf } from '../../lists/describe-shown';
import { EmptyList } from '../../lists/list-states';
import { ResourceTable } from '../../lists/resource-table';
import { timeOf } from '../../lists/sort-items';
import { usePages } from '../../lists/use-pages';
import { AUTOMATION_STATUSES, AutomationStatus } from './automation-status';
import { describeTrigger } from './describe-automation';
import { useNames } from './use-names';

const REFRESH_MS = 10_000;
const ANY = { value: '', label: 'Any status' };
const STATUS_OPTIONS = [
  ANY,
  ...Object.entries(AUTOMATION_STATUSES).map(([value, { text }]) => ({ value, label: text })),
];

const totalsOf = (automations: Automation[]) => [
  `${formatCount(sumOf(automations, ({ counts }) => counts.waiting))} on the way`,
  countOf(
    sumOf(automations, ({ counts }) => counts.sent),
    'text',
  ) + ' sent',
];

export function Component() {
  const { id, api, can, path } = useAccount();
  const names = useNames();
  const [params, setParams] = useSearchParams();
  const wanted = params.get('status') ?? '';
  const status = isKeyOf(AUTOMATION_STATUSES, wanted) ? wanted : undefined;
  const pages = usePages({
    queryKey: [id, 'automations', 'list', status],
    fetchPage: (page) => {
      const query = { ...page, ...(status && { status }) };
      return unwrap(api.GET('/api/v1/automations', { params: { query } }));
    },
    pageSize: 20,
    refetchIntervalMs: REFRESH_MS,
  });
  const create = can('campaigns:write') && (
    <RouteButton variant="primary" to={path('automations/new')}>
      Create automation
    </RouteButton>
  );
  return (
    <Screen
      title="Automations"
      description="Texts to one person at a time, begun by something about that person: they join a group, it is their birthday, an order was shipped."
      actions={create}
    >
      <ResourceTable
        pages={pages}
        label="Automations"
        trackBy={({ id: automationId }) => automationId}
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
            <EmptyList title="No automations yet" action={create}>
              An automation welcomes new members, wishes a happy birthday or reminds of a date.
            </EmptyList>
          ) : (
            <EmptyList
              title="No automations with this status"
              action={<Button onClick={() => setParams({})}>Show all automations</Button>}
            />
          )
        }
        totals={totalsOf}
        columns={[
          {
            id: 'name',
            header: 'Name',
            isRowHeader: true,
            minWidth: 180,
            sortBy: ({ name }) => name,
            cell: ({ id: automationId, name, trigger }) => (
              <>
                <RouteLink to={path(`automations/${automationId}`)}>{name}</RouteLink>
                <Box variant="small" display="block">
                  {describeTrigger(trigger, names)}
                </Box>
              </>
            ),
          },
          {
            id: 'status',
            header: 'Status',
            minWidth: 150,
            cell: (automation) => <AutomationStatus automation={automation} />,
          },
          {
            id: 'entered',
            minWidth: 100,
            header: 'Entered',
            sortBy: ({ counts }) => counts.entered,
            cell: ({ counts }) => formatCount(counts.entered),
          },
          {
            id: 'waiting',
            minWidth: 100,
            header: 'On the way',
            sortBy: ({ counts }) => counts.waiting,
            cell: ({ counts }) => formatCount(counts.waiting),
          },
          {
            id: 'sent',
            minWidth: 100,
            header: 'Sent',
            sortBy: ({ counts }) => counts.sent,
            cell: ({ counts }) => formatCount(counts.sent),
          },
          {
            id: 'delivered',
            minWidth: 110,
            header: 'Delivered',
            sortBy: ({ counts }) => counts.delivered,
            cell: ({ counts }) =>
              counts.sent === 0
                ? '–'
                : `${formatCount(counts.delivered)} (${formatShare(counts.delivered, counts.sent)})`,
          },
          {
            id: 'optedOut',
            minWidth: 100,
            header: 'Opted out',
            sortBy: ({ counts }) => counts.optedOut,
            cell: ({ counts }) => formatCount(counts.optedOut),
          },
          {
            id: 'started',
            header: 'Started',
            sortBy: ({ startedAt }) => timeOf(startedAt),
            cell: ({ startedAt, status }) => (
              <When at={status === 'awaitingApproval' ? undefined : startedAt} none="Not yet" />
            ),
          },
        ]}
      />
    </Screen>
  );
}
