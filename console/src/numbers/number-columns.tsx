import Badge from '@cloudscape-design/components/badge';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { SendingNumber } from '../api/schemas';
import { formatDate } from '../format/dates';
import { describeKind } from '../format/number-kinds';
import { formatCount } from '../format/numbers';
import type { SimpleColumn } from '../lists/simple-table';

const rateText = (rate: number | undefined) => (rate === undefined ? 'No limit set' : formatCount(rate));

/** Columns for the numbers of an account. */
export const NUMBER_COLUMNS: SimpleColumn<SendingNumber>[] = [
  {
    header: 'Number',
    cell: ({ number, isDefault }) => (
      <>
        {number} {isDefault && <Badge>Default</Badge>}
      </>
    ),
  },
  {
    header: 'State',
    cell: ({ status }) => (
      <StatusIndicator wrapText={false} type={status === 'Active' ? 'success' : 'stopped'}>
        {status}
      </StatusIndicator>
    ),
  },
  { header: 'Kind', cell: ({ kind }) => describeKind(kind) },
  { header: 'SMS parts in a second', cell: ({ ratePerSecond }) => rateText(ratePerSecond) },
  {
    header: 'MMS in a second',
    cell: ({ ratePerSecond, mmsPerSecond }) => rateText(mmsPerSecond ?? ratePerSecond),
  },
  { header: 'Added', cell: ({ createdAt }) => formatDate(createdAt) },
];
