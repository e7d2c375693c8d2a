import BarChart from '@cloudscape-design/components/bar-chart';
import Box from '@cloudscape-design/components/box';
import type { Usage } from '../../api/schemas';
import { formatDay } from '../../format/dates';
import { formatCount, formatDollars } from '../../format/numbers';

const HEIGHT = 200;

/** Chart of the price of each day; of its texts when receipts tell no prices. */
export default function DayChart({ days }: { days: Usage['days'] }) {
  const hasPrice = days.some(({ price }) => price > 0);
  const amounts = days.map((day) => ({ x: day.day, y: hasPrice ? day.price : day.texts }));
  return (
    <BarChart
      series={[{ title: hasPrice ? 'Price' : 'Texts', type: 'bar', data: amounts }]}
      xDomain={days.map(({ day }) => day)}
      yDomain={[0, Math.max(...amounts.map(({ y }) => y)) || 1]}
      xScaleType="categorical"
      height={HEIGHT}
      hideFilter
      hideLegend
      ariaLabel={hasPrice ? 'Price by day' : 'Texts by day'}
      i18nStrings={{ xTickFormatter: formatDay, yTickFormatter: hasPrice ? formatDollars : formatCount }}
      empty={<Box>No texts in this month.</Box>}
    />
  );
}
