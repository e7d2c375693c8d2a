import Box from '@cloudscape-design/components/box';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SegmentedControl from '@cloudscape-design/components/segmented-control';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { type LoaderFunctionArgs, useSearchParams } from 'react-router';
import { apiOf, unwrap } from '../../api/client';
import { queryClient } from '../../api/query-client';
import type { Overview } from '../../api/schemas';
import { Figure } from '../../app/figure';
import { LoadingScreen } from '../../app/loading-screen';
import { Screen } from '../../app/screen';
import { useAccount } from '../../app/session';
import { formatDateTime, startOfUtcDay } from '../../format/dates';
import { formatCount, formatShare } from '../../format/numbers';
import { LoadError } from '../../lists/list-states';
import { AttentionList } from './attention-list';
import { RunningCampaigns } from './running-campaigns';

/** Chart, loaded while the figures are read: charts are a third of the code, and the figures are shown before them. */
const dayChart = import('./day-chart');
const DayChart = lazy(() => dayChart);
const REFRESH_MS = 30_000;
const SPANS = [
  { id: '7', text: '7 days' },
  { id: '30', text: '30 days' },
  { id: '90', text: '90 days' },
];

const DEFAULT_DAYS = '30';

const overviewQuery = (accountId: string, days: string) =>
  queryOptions({
    queryKey: [accountId, 'overview', days],
    queryFn: () =>
      unwrap(apiOf(accountId).GET('/console/api/overview', { params: { query: { days: Number(days) } } })),
  });

/** Requests the figures before the screen is rendered. */
export function loader({ params, request }: LoaderFunctionArgs): null {
  const days = new URL(request.url).searchParams.get('days') ?? DEFAULT_DAYS;
  void queryClient.prefetchQuery(overviewQuery(params.accountId ?? '', days));
  return null;
}

/** Screen with the matters that need attention first, then the statistics of the texts. */
export function Component() {
  const { id } = useAccount();
  const [params, setParams] = useSearchParams();
  const days = params.get('days') ?? DEFAULT_DAYS;
  const { data, error, refetch } = useQuery({
    ...overviewQuery(id, days),
    refetchInterval: REFRESH_MS,
    placeholderData: (previous) => previous,
  });
  return (
    <Screen title="Overview">
      {error !== null && <LoadError error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <LoadingScreen />}
      {data !== undefined && (
        <SpaceBetween size="l">
          <AttentionList items={data.attention} />
          <RunningCampaigns campaigns={data.runningCampaigns} />
          <Container
            header={
              <Header
                variant="h2"
                description="Days are of UTC."
                actions={
                  <SegmentedControl
                    label="How many days"
                    selectedId={days}
                    options={SPANS}
                    onChange={({ detail }) => setParams({ days: detail.selectedId })}
                  />
                }
              >
                Texts
              </Header>
            }
          >
            <SpaceBetween size="l">
              <Totals data={data} />
              <Suspense fallback={<LoadingScreen />}>
                <DayChart series={data.series} />
              </Suspense>
            </SpaceBetween>
          </Container>
        </SpaceBetween>
      )}
    </Screen>
  );
}

function Totals({ data: { totals, credits, quota } }: { data: Overview }) {
  return (
    <KeyValuePairs
      columns={4}
      items={[
        { label: 'Sent', value: <Figure>{formatCount(totals.sent)}</Figure> },
        { label: 'Delivered', value: <Figure>{formatShare(totals.delivered, totals.sent)}</Figure> },
        { label: 'Clicked', value: <Figure>{formatCount(totals.clicked)}</Figure> },
        { label: 'Opted out', value: <Figure>{formatCount(totals.optedOut)}</Figure> },
        { label: 'Failed or not delivered', value: formatCount(totals.failed + totals.undelivered) },
        { label: 'SMS credits left', value: formatCount(credits.sms) },
        { label: 'MMS credits left', value: formatCount(credits.mms) },
        {
          label: 'Texts today',
          value: (
            <>
              {formatCount(quota.usedToday)} of {formatCount(quota.limit)}
              <Box variant="small" display="block">
                Since {formatDateTime(startOfUtcDay(new Date()))}: a day of UTC
              </Box>
            </>
          ),
        },
      ]}
    />
  );
}
