import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import type { Overview } from '../../api/schemas';
import { formatDateTime, startOfUtcDay } from '../../format/dates';
import { formatCount } from '../../format/numbers';

/** Panel of what bounds the account: its credits, and the texts of today. */
export function Allowance({ credits, quota }: Pick<Overview, 'credits' | 'quota'>) {
  const { usedToday, limit } = quota;
  const used = `${formatCount(usedToday)} of ${formatCount(limit)}`;
  return (
    <Container fitHeight header={<Header variant="h2">Credits and limits</Header>}>
      <dl className="allowance">
        <dt>SMS credits left</dt>
        <dd>{formatCount(credits.sms)}</dd>
        <dt>MMS credits left</dt>
        <dd>{formatCount(credits.mms)}</dd>
        <dt>Texts sent today</dt>
        <dd>{used}</dd>
      </dl>
      <meter
        className="allowance-meter"
        {...{ min: 0, max: Math.max(limit, 1), value: usedToday, high: limit * NEARLY_USED }}
        aria-label={`Texts today: ${used}`}
      />
      <small className="quiet">
        Today began on {formatDateTime(startOfUtcDay(new Date()))}, at midnight UTC: the limit is for a day of
        that clock.
      </small>
    </Container>
  );
}

const NEARLY_USED = 0.8;
