import Box from '@cloudscape-design/components/box';
import Button from '@cloudscape-design/components/button';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import Select from '@cloudscape-design/components/select';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import Tabs from '@cloudscape-design/components/tabs';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { unwrap } from '../../api/client';
import { saveFile } from '../../api/download';
import type { Usage } from '../../api/schemas';
import { Figure } from '../../app/figure';
import { LoadingScreen } from '../../app/loading-screen';
import { RouteLink } from '../../app/route-link';
import { Screen } from '../../app/screen';
import { useAccount } from '../../app/session';
import { useChange } from '../../app/use-change';
import { formatCalendarDate, formatMonth } from '../../format/dates';
import { readerTime } from '../../format/reader-clock';
import { countOf, formatCount, formatDollars } from '../../format/numbers';
import { LoadError } from '../../lists/list-states';
import { SenderName } from '../../senders/sender-name';
import {
  describeBudget,
  describeCountry,
  describeForecast,
  describeSource,
  monthsUntil,
} from './describe-usage';
import { DayChart } from './day-chart';
import { daysWithTexts, type UsagePart, writePart } from './usage-file';
import { UsageTable } from './usage-table';

/** Months for which counts are kept. */
const MONTHS_SHOWN = 13;

const FILE_NAMES: Record<UsagePart, string> = {
  sources: 'campaigns',
  numbers: 'numbers',
  countries: 'countries',
  days: 'days',
};

/** Screen of what the texts of a month have cost, and where that went. */
export function Component() {
  const { id, api } = useAccount();
  const [params, setParams] = useSearchParams();
  const current = readerTime(new Date().toISOString()).slice(0, 'YYYY-MM'.length);
  const month = params.get('month') ?? current;
  const { data, error, refetch } = useQuery({
    queryKey: [id, 'usage', month],
    queryFn: () => unwrap(api.GET('/console/api/usage', { params: { query: { month } } })),
  });
  const months = monthsUntil(current, MONTHS_SHOWN).map((value) => ({ value, label: formatMonth(value) }));
  return (
    <Screen
      title="Usage and cost"
      description="Texts that the provider has reported on, with its prices in US dollars. Leases and registrations of numbers come on top."
      actions={
        <SpaceBetween direction="horizontal" size="xs">
          <Select
            ariaLabel="Month"
            selectedOption={{ value: month, label: formatMonth(month) }}
            options={months}
            onChange={({ detail }) => setParams({ month: detail.selectedOption.value ?? current })}
          />
          <ExportMonth month={month} />
        </SpaceBetween>
      }
    >
      {error !== null && <LoadError error={error} onRetry={() => void refetch()} />}
      {data === undefined && error === null && <LoadingScreen />}
      {data !== undefined && (
        <SpaceBetween size="l">
          <Container
            header={
              <Header variant="h2" description={`Days are of ${data.timeZone}.`}>
                {formatMonth(data.month)}
              </Header>
            }
          >
            <SpaceBetween size="l">
              <Totals total={data.total} />
              {data.forecast !== undefined && (
                <Box>
                  Expected for the whole month: {formatDollars(data.forecast.price)} for{' '}
                  {countOf(data.forecast.texts, 'text')}.{' '}
                  <Box variant="small">{describeForecast(data.forecast)}.</Box>
                </Box>
              )}
              <Budget usage={data} />
              <DayChart days={data.days} />
            </SpaceBetween>
          </Container>
          <Parts usage={data} />
        </SpaceBetween>
      )}
    </Screen>
  );
}

function Budget({ usage }: { usage: Usage }) {
  const budget = describeBudget(usage);
  return budget && <StatusIndicator type={budget.type}>{budget.text}</StatusIndicator>;
}

function ExportMonth({ month }: { month: string }) {
  const { api } = useAccount();
  const change = useChange({
    run: () => unwrap(api.GET('/console/api/usage/export', { params: { query: { month } } })),
    failed: 'The usage was not exported',
    onDone: ({ text }) => saveFile(`usage-${month}.csv`, text),
  });
  return (
    <Button iconName="download" loading={change.isPending} onClick={() => change.mutate(undefined)}>
      Export each day
    </Button>
  );
}

function Totals({ total }: { total: Usage['total'] }) {
  return (
    <KeyValuePairs
      columns={4}
      items={[
        { label: 'Price', value: <Figure>{formatDollars(total.price)}</Figure> },
        { label: 'Texts', value: <Figure>{formatCount(total.texts)}</Figure> },
        { label: 'Parts', value: <Figure>{formatCount(total.parts)}</Figure> },
        {
          label: 'Credits',
          value: (
            <>
              <Figure>{formatCount(total.credits.sms)}</Figure>
              {total.credits.mms !== 0 && (
                <Box variant="small">and {formatCount(total.credits.mms)} of MMS</Box>
              )}
            </>
          ),
        },
      ]}
    />
  );
}

/** Tables of the month by what its texts are split, and a button that saves the one that is shown. */
function Parts({ usage }: { usage: Usage }) {
  const { path } = useAccount();
  const [shown, setShown] = useState<UsagePart>('sources');
  const nameOf = (source: Usage['sources'][number]) => {
    const { text, screen } = describeSource(source);
    return screen === undefined ? text : <RouteLink to={path(screen)}>{text}</RouteLink>;
  };
  const save = () => saveFile(`usage-${usage.month}-${FILE_NAMES[shown]}.csv`, writePart(usage, shown));
  return (
    <Container
      header={
        <Header
          variant="h2"
          actions={
            <Button iconName="download" onClick={save}>
              Export this table
            </Button>
          }
        >
          Where it went
        </Header>
      }
    >
      <Tabs
        activeTabId={shown}
        onChange={({ detail }) => setShown(detail.activeTabId as UsagePart)}
        tabs={[
          {
            ...{ id: 'sources', label: 'Campaigns' },
            content: (
              <UsageTable
                {...{ label: 'Usage by campaign and automation', header: 'Sent by', rows: usage.sources }}
                keyOf={({ kind, id: source }) => source ?? kind}
                cell={nameOf}
              />
            ),
          },
          {
            ...{ id: 'numbers', label: 'Numbers' },
            content: (
              <UsageTable
                {...{ label: 'Usage by number', header: 'Number', rows: usage.numbers }}
                keyOf={({ number }) => number}
                cell={({ number }) => (number === 'other' ? 'All others' : <SenderName from={number} />)}
              />
            ),
          },
          {
            ...{ id: 'countries', label: 'Countries' },
            content: (
              <UsageTable
                {...{ label: 'Usage by country', header: 'Country', rows: usage.countries }}
                keyOf={({ country }) => country}
                cell={({ country }) => describeCountry(country)}
              />
            ),
          },
          {
            ...{ id: 'days', label: 'Days' },
            content: (
              <UsageTable
                {...{
                  label: 'Usage by day',
                  header: 'Day',
                  rows: daysWithTexts(usage),
                }}
                keyOf={({ day }) => day}
                cell={({ day }) => formatCalendarDate(day)}
              />
            ),
          },
        ]}
      />
    </Container>
  );
}
