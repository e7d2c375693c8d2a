import type { Usage } from '../../api/schemas';
import { DayBars } from '../../charts/day-bars';
import { formatCount, formatDollars } from '../../format/numbers';

/** Chart of the price of each day; of its texts when receipts tell no prices. */
export function DayChart({ days }: { days: Usage['days'] }) {
  const hasPrice = days.some(({ price }) => price > 0);
  return (
    <DayBars
      label={hasPrice ? 'Price by day' : 'Texts by day'}
      days={days.map(({ day }) => day)}
      format={hasPrice ? formatDollars : formatCount}
      series={[
        {
          ...{ title: hasPrice ? 'Price' : 'Texts', look: 'clicked' },
          amounts: days.map(({ price, texts }) => (hasPrice ? price : texts)),
        },
      ]}
    />
  );
}
