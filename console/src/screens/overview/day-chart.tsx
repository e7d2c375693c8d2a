import BarChart from '@cloudscape-design/components/bar-chart';
import LineChart from '@cloudscape-design/components/line-chart';
import SpaceBetween from '@cloudscape-design/components/space-between';
import Box from '@cloudscape-design/components/box';
import Header from '@cloudscape-design/components/header';
import type { Overview } from '../../api/schemas';
import { formatDay } from '../../format/dates';
import { formatCount } from '../../format/numbers';

type DayRow = Overview['series'][number];

const HEIGHT = 220;

/** Chart of the texts of each day as bars, and of the reactions to them as lines. */
export default function DayChart({ series }: { series: DayRow[] }) {
  const days = series.map(({ day }) => day);
  const pick = (name: Exclude<keyof DayRow, 'day'>) => series.map((row) => ({ x: row.day, y: row[name] }));
  const highest = (names: Exclude<keyof DayRow, 'day'>[]) =>
    Math.max(1, ...series.map((row) => Math.max(...names.map((name) => row[name]))));
  const stacked = Math.max(1, ...series.map((row) => row.delivered + row.undelivered + row.failed));
  const empty = <Box>No texts in these days.</Box>;
  const shared = {
    xDomain: days,
    xScaleType: 'categorical' as const,
    height: HEIGHT,
    hideFilter: true,
    empty,
    i18nStrings: { xTickFormatter: formatDay, yTickFormatter: formatCount },
  };
  return (
    <SpaceBetween size="l">
      <div>
        <Header variant="h3">Delivered and not</Header>
        <BarChart
          {...shared}
          ariaLabel="Delivered, not delivered and failed texts by day"
          stackedBars
          yDomain={[0, stacked]}
          series={[
            { title: 'Delivered', type: 'bar', data: pick('delivered') },
            { title: 'Not delivered', type: 'bar', data: pick('undelivered') },
            { title: 'Failed', type: 'bar', data: pick('failed') },
          ]}
        />
      </div>
      <div>
        <Header variant="h3">Clicks and opt-outs</Header>
        <LineChart
          {...shared}
          ariaLabel="Clicks and opt-outs by day"
          yDomain={[0, highest(['clicked', 'optedOut'])]}
          series={[
            { title: 'Clicked', type: 'line', data: pick('clicked') },
            { title: 'Opted out', type: 'line', data: pick('optedOut') },
          ]}
        />
      </div>
    </SpaceBetween>
  );
}
