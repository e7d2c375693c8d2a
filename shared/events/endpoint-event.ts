import type { Ids } from '../platform/ids';
import type { TransactItem } from '../platform/store/table';
import { type EventBase, queueEvent } from './queue-event';

/** An endpoint of the account was switched off because of its answers; the account's other endpoints get this event. */
export interface EndpointDisabled extends EventBase {
  type: 'webhooks.endpoint.disabled';
  endpoint: { id: string; url: string };
  /** `gone`: it answered 410; `failing`: nothing but failures for five days. */
  reason: 'gone' | 'failing';
}

export function queueEndpointDisabled(
  ids: Ids,
  options: Pick<EndpointDisabled, 'accountId' | 'endpoint' | 'reason'> & { now: Date },
): TransactItem {
  const { accountId, endpoint, reason, now } = options;
  const { id, url } = endpoint;
  return queueEvent<EndpointDisabled>(ids, {
    event: { type: 'webhooks.endpoint.disabled', accountId, endpoint: { id, url }, reason },
    now,
  });
}
