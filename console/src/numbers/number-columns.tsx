import Badge from '@cloudscape-design/components/badge';
import Box from '@cloudscape-design/components/box';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { SendingHold, SendingNumber } from '../api/schemas';
import { describeKind } from '../format/number-kinds';
import { formatCount } from '../format/numbers';
import { When } from '../format/when';
import type { SimpleColumn } from '../lists/simple-table';
import { describeSince } from '../sending/describe-hold';

const rateText = (rate: number | undefined) => (rate === undefined ? 'no limit set' : formatCount(rate));

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
    cell: ({ number, isDefault, region, createdAt }) => (
      <>
        {number} {isDefault && <Badge>Default</Badge>}
        {region && (
          <Box fontSize="body-s" color="text-body-secondary">
            in the {region} region
          </Box>
        )}
        <Box fontSize="body-s" color="text-body-secondary">
          added <When at={createdAt} />
        </Box>
      </>
    ),
    sortBy: ({ number }) => number,
  },
  {
    header: 'State',
    cell: ({ status, number }) => (
      <NumberState status={status} holds={holds.filter((hold) => hold.number === number)} />
    ),
    sortBy: ({ status }) => status,
  },
  { header: 'Kind', cell: ({ kind }) => describeKind(kind), sortBy: ({ kind }) => describeKind(kind) },
  {
    header: 'In a second',
    cell: ({ ratePerSecond, mmsPerSecond }) => (
      <>
        <div>SMS parts: {rateText(ratePerSecond)}</div>
        <div>MMS: {rateText(mmsPerSecond ?? ratePerSecond)}</div>
      </>
    ),
    sortBy: ({ ratePerSecond = Number.POSITIVE_INFINITY }) => ratePerSecond,
  },
  { header: 'SMS parts in a day', cell: capText },
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
