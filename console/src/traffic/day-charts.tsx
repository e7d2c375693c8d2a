import type { Overview } from '../api/schemas';
import { DayBars, type SeriesLook } from '../charts/day-bars';
import { formatCount } from '../format/numbers';

type DayRow = Overview['series'][number];

/** Charts of the texts of each day, and of the reactions to them. */
export function DayCharts({ series }: { series: DayRow[] }) {
  const shared = { days: series.map(({ day }) => day), format: formatCount };
  const pick = (title: string, look: SeriesLook, name: Exclude<keyof DayRow, 'day'>) => ({
    ...{ title, look },
    amounts: series.map((row) => row[name]),
  });
  return (
    <div className="day-charts">
      <DayBars
        {...shared}
        label="Texts by day"
        series={[
          pick('Delivered', 'delivered', 'delivered'),
          pick('Not delivered', 'undelivered', 'undelivered'),
          pick('Failed', 'failed', 'failed'),
        ]}
      />
      <div className="small-charts">
        <DayBars {...shared} isSmall label="Clicks by day" series={[pick('Clicked', 'clicked', 'clicked')]} />
        <DayBars
          {...shared}
          isSmall
          label="Opt-outs by day"
          series={[pick('Opted out', 'opted-out', 'optedOut')]}
        />
      </div>
    </div>
  );
}
