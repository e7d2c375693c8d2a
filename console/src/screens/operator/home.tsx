import Badge from '@cloudscape-design/components/badge';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { unwrap, userApi } from '../../api/client';
import type { AccountTraffic, Traffic } from '../../api/schemas';
import { LoadingScreen } from '../../app/loading-screen';
import { RouteLink } from '../../app/route-link';
import { Screen } from '../../app/screen';
import { formatCount, formatShare } from '../../format/numbers';
import { EmptyList, LoadError } from '../../lists/list-states';
import { SimpleTable } from '../../lists/simple-table';
import { completeList } from '../../lists/use-pages';
import { nameHold } from '../../sending/describe-hold';
import { TextsPanel } from '../../traffic/texts-panel';
import { AlarmList, ServiceState } from './service-state';

const REFRESH_MS = 60_000;
const SPANS = [
  { id: '1', text: 'Today' },
  { id: '7', text: '7 days' },
  { id: '30', text: '30 days' },
];
const DEFAULT_DAYS = '7';
/** Least width of a column of numbers, in pixels. */
const NARROW = 95;
/** Balance of SMS credits below which they are soon used up. */
const FEW_CREDITS = 500;

/** Screen that tells an operator how the whole installation does, and which account needs a look. */
export function Component() {
  const [params, setParams] = useSearchParams();
  const days = params.get('days') ?? DEFAULT_DAYS;
  const { data, error, refetch } = useQuery({
    queryKey: ['operator', 'operator/traffic', days],
    queryFn: () =>
      unwrap(userApi.GET('/console/api/operator/traffic', { params: { query: { days: Number(days) } } })),
    refetchInterval: REFRESH_MS,
    placeholderData: (previous) => previous,
  });
  return (
    <Screen title="All accounts" description="How the installation does, and which account needs a look.">
      <AlarmList />
      <ServiceState />
      {error !== null && <LoadError error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <LoadingScreen />}
      {data !== undefined && (
        <SpaceBetween size="l">
          <TextsPanel
            title="Texts of all accounts"
            {...{ days, totals: data.totals, series: data.series }}
            spans={SPANS}
            onDays={(chosen) => setParams({ days: chosen })}
          />
          <SimpleTable
            pages={completeList(data.accounts, () => void refetch())}
            label="Accounts"
            header={
              <Header variant="h2" counter={`(${formatCount(data.accounts.length)})`}>
                Accounts
              </Header>
            }
            trackBy={({ id }) => id}
            empty={<EmptyList title="No accounts yet">Create the first one under Accounts.</EmptyList>}
            columns={[
              {
                header: 'Name',
                cell: ({ id, name }) => <RouteLink to={`/operator/accounts/${id}`}>{name}</RouteLink>,
                sortBy: ({ name }) => name,
              },
              { header: 'State', cell: (account) => <AccountState {...account} /> },
              {
                header: 'Texts',
                minWidth: NARROW,
                cell: ({ totals }) => formatCount(totals.sent),
                sortBy: ({ totals }) => totals.sent,
              },
              {
                header: 'Delivered',
                minWidth: NARROW,
                cell: ({ totals }) => formatShare(totals.delivered, totals.sent),
                sortBy: ({ totals }) => (totals.sent === 0 ? -1 : totals.delivered / totals.sent),
              },
              {
                header: 'Failed',
                minWidth: NARROW,
                cell: ({ totals }) => formatCount(failedOf(totals)),
                sortBy: ({ totals }) => failedOf(totals),
              },
              {
                header: 'Opted out',
                minWidth: NARROW,
                cell: ({ totals }) => formatCount(totals.optedOut),
                sortBy: ({ totals }) => totals.optedOut,
              },
              {
                header: 'SMS credits',
                minWidth: NARROW,
                cell: ({ credits }) => formatCount(credits.sms),
                sortBy: ({ credits }) => credits.sms,
              },
              {
                header: 'Quota used',
                minWidth: NARROW,
                cell: ({ quota }) => formatShare(quota.usedToday, quota.limit),
                sortBy: ({ quota }) => (quota.limit === 0 ? 1 : quota.usedToday / quota.limit),
              },
            ]}
          />
        </SpaceBetween>
      )}
    </Screen>
  );
}

const failedOf = ({ failed, undelivered }: Traffic['totals']) => failed + undelivered;

/** Badge that tells whether an account sends, and if not, its most serious hindrance. */
function AccountState({ holds, credits, quota }: AccountTraffic) {
  const [hold] = holds;
  if (hold !== undefined) return <Badge color="red">{nameHold(hold)}</Badge>;
  if (credits.sms === 0) return <Badge color="red">No SMS credits</Badge>;
  if (quota.usedToday >= quota.limit) return <Badge color="red">Daily quota used up</Badge>;
  if (credits.sms < FEW_CREDITS) return <Badge color="severity-medium">Few SMS credits</Badge>;
  return <Badge color="green">Sends</Badge>;
}
