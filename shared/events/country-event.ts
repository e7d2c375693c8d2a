import type { Ids } from '../platform/ids';
import type { TransactItem } from '../platform/store/table';
import type { EventOf } from './event-types';
import { queueEvent } from './queue-event';

type CountryExceeded = EventOf<'messaging.country.exceeded'>;

/** Builds the outbox write of the event that texts to a country exceed their limit. **Source:** rules E7. */
export function queueCountryExceeded(
  ids: Ids,
  options: {
    accountId: string;
    limit: Pick<CountryExceeded, 'country' | 'reason'> & { most: number; stops: boolean };
    day: string;
    now: Date;
  },
): TransactItem {
  const { accountId, limit, day, now } = options;
  const { country, reason, most, stops } = limit;
  return queueEvent(ids, {
    event: {
      type: 'messaging.country.exceeded',
      accountId,
      ...{ country, reason, day, limit: most, effect: stops ? 'stopped' : 'told' },
    },
    now,
  });
}
