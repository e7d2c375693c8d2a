import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import SegmentedControl from '@cloudscape-design/components/segmented-control';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { type LoaderFunctionArgs, useSearchParams } from 'react-router';
import { apiOf, unwrap } from '../../api/client';
import { queryClient } from '../../api/query-client';
import type { Overview } from '../../api/schemas';
import type { SeriesLook } from '../../charts/day-bars';
import { LoadingScreen } from '../../app/loading-screen';
import { Screen } from '../../app/screen';
import { useAccount } from '../../app/session';
import { formatCount, formatShare } from '../../format/numbers';
import { LoadError } from '../../lists/list-states';
import { Allowance } from './allowance';
import { AttentionList } from './attention-list';
import { DayCharts } from './day-charts';
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
        <div className="overview">
          <AttentionList items={data.attention} />
          <Allowance credits={data.credits} quota={data.quota} />
          <RunningCampaigns campaigns={data.runningCampaigns} />
          <div className="overview-wide">
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
                <Totals totals={data.totals} />
                <DayCharts series={data.series} />
              </SpaceBetween>
            </Container>
          </div>
        </div>
      )}
    </Screen>
  );
}

function Totals({ totals }: { totals: Overview['totals'] }) {
  const { sent, delivered, clicked, optedOut, failed, undelivered } = totals;
  return (
    <dl className="tiles">
      <Tile label="Sent" figure={formatCount(sent)} />
      <Tile
        {...{ look: 'delivered', label: 'Delivered', figure: formatShare(delivered, sent) }}
        note={`${formatCount(failed + undelivered)} failed or not delivered`}
      />
      <Tile
        {...{ look: 'clicked', label: 'Clicked', figure: formatCount(clicked) }}
        note={`${formatShare(clicked, sent)} of what was sent`}
      />
      <Tile
        {...{ look: 'opted-out', label: 'Opted out', figure: formatCount(optedOut) }}
        note={`${formatShare(optedOut, sent)} of what was sent`}
      />
    </dl>
  );
}

interface TileProps {
  /** Absent for what the charts do not show. */
  look?: SeriesLook;
  label: string;
  figure: string;
  note?: string;
}

/** Figure with the colour that it has in the charts. */
const Tile = ({ look, label, figure, note }: TileProps) => (
  <div className="tile">
    <dt>
      {look !== undefined && <span className={`swatch look-${look}`} />}
      {label}
    </dt>
    <dd>
      <span className="figure">{figure}</span>
      {note !== undefined && <small>{note}</small>}
    </dd>
  </div>
);
