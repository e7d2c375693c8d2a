import type { Ids } from '../platform/ids';
import type { TransactItem } from '../platform/store/table';
import { type EventBase, queueEvent } from './queue-event';

/** Event that an endpoint was disabled because of its responses; sent to the account's other endpoints. */
interface EndpointDisabled extends EventBase {
  type: 'webhooks.endpoint.disabled';
  endpoint: { id: string; url: string };
  /** `gone`: the endpoint answered 410; `failing`: all attempts of five days failed. */
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
