import type { Ids } from '../platform/ids';
import type { TransactItem } from '../platform/store/table';
import type { EventOf } from './event-types';
import { queueEvent } from './queue-event';

/** Builds the event that an endpoint was disabled; sent to the account's other endpoints. */
export function queueEndpointDisabled(
  ids: Ids,
  options: Pick<EventOf<'webhooks.endpoint.disabled'>, 'accountId' | 'endpoint' | 'reason'> & { now: Date },
): TransactItem {
  const { accountId, endpoint, reason, now } = options;
  const { id, url } = endpoint;
  return queueEvent(ids, {
    event: { type: 'webhooks.endpoint.disabled', accountId, endpoint: { id, url }, reason },
    now,
  });
}
