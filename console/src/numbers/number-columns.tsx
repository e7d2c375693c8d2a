import Badge from '@cloudscape-design/components/badge';
import Box from '@cloudscape-design/components/box';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { SendingHold, SendingNumber } from '../api/schemas';
import { formatDate } from '../format/dates';
import { describeKind } from '../format/number-kinds';
import { formatCount } from '../format/numbers';
import type { SimpleColumn } from '../lists/simple-table';
import { describeSince } from '../sending/describe-hold';

const rateText = (rate: number | undefined) => (rate === undefined ? 'No limit set' : formatCount(rate));

/** Says how many parts the brand of a number sends in a day, and how many of them are left. */
function capText({ dailyCap, brand, leftToday }: SendingNumber): string {
  if (dailyCap === undefined) return 'No limit set';
  const left = leftToday === undefined ? '' : `, ${formatCount(leftToday)} left today`;
  return `${formatCount(dailyCap)}${brand === undefined ? '' : ` of ${brand}`}${left}`;
}

/**
 * Builds the columns for the numbers of an account.
 *
 * @param holds what keeps texts of the account waiting
 */
export const numberColumns = (holds: SendingHold[]): SimpleColumn<SendingNumber>[] => [
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
    cell: ({ status, number }) => (
      <NumberState status={status} holds={holds.filter((hold) => hold.number === number)} />
    ),
  },
  { header: 'Kind', cell: ({ kind }) => describeKind(kind) },
  { header: 'SMS parts in a second', cell: ({ ratePerSecond }) => rateText(ratePerSecond) },
  {
    header: 'MMS in a second',
    cell: ({ ratePerSecond, mmsPerSecond }) => rateText(mmsPerSecond ?? ratePerSecond),
  },
  { header: 'SMS parts in a day', cell: capText },
  { header: 'Added', cell: ({ createdAt }) => formatDate(createdAt) },
];

/** State of a number; what is held says so in place of “Active”. */
function NumberState({ status, holds }: { status: SendingNumber['status']; holds: SendingHold[] }) {
  const isHeld = status === 'Active' && holds.length > 0;
  return (
    <>
      {!isHeld && (
        <StatusIndicator wrapText={false} type={status === 'Active' ? 'success' : 'stopped'}>
          {status}
        </StatusIndicator>
      )}
      {holds.map((hold) => (
        <div key={hold.reason}>
          <StatusIndicator wrapText={false} type="warning">
            {hold.reason === 'paused' ? 'Paused' : 'The provider takes none'}
          </StatusIndicator>
          <Box fontSize="body-s" color="text-body-secondary">
            <span className="wrap-anywhere">{describeSince(hold)}</span>
          </Box>
        </div>
      ))}
    </>
  );
}
