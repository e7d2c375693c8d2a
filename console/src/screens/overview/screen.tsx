import { queryOptions, useQuery } from '@tanstack/react-query';
import { type LoaderFunctionArgs, useSearchParams } from 'react-router';
import { apiOf, unwrap } from '../../api/client';
import { queryClient } from '../../api/query-client';
import { LoadingScreen } from '../../app/loading-screen';
import { Screen } from '../../app/screen';
import { useAccount } from '../../app/session';
import { LoadError } from '../../lists/list-states';
import { TextsPanel } from '../../traffic/texts-panel';
import { Allowance } from './allowance';
import { AttentionList } from './attention-list';
import './overview.css';
import { RunningCampaigns } from './running-campaigns';

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
  const { id, path } = useAccount();
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
        <div className="overview">
          <AttentionList items={data.attention} />
          <Allowance credits={data.credits} quota={data.quota} />
          <RunningCampaigns campaigns={data.runningCampaigns} />
          <div className="overview-wide">
            <TextsPanel
              title="Texts"
              {...{ days, totals: data.totals, series: data.series }}
              spans={SPANS}
              onDays={(chosen) => setParams({ days: chosen })}
              notArrived={path('messages?state=notArrived')}
            />
          </div>
        </div>
      )}
    </Screen>
  );
}
