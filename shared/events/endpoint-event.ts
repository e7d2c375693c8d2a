import { putIntoOutbox } from '../outbox/outbox';
import type { Ids } from '../platform/ids';
import type { TransactItem } from '../platform/table';

/** An endpoint of the account was switched off because of what it answered; its other endpoints are told. */
export interface EndpointDisabled {
  id: string;
  type: 'webhooks.endpoint.disabled';
  version: 1;
  time: string;
  accountId: string;
  endpoint: { id: string; url: string };
  /** `gone`: it answered 410; `failing`: nothing but failures for five days. */
  reason: 'gone' | 'failing';
}

/** Puts the event into the outbox, for the transaction that switches the endpoint off. */
export function queueEndpointDisabled(
  ids: Ids,
  options: Pick<EndpointDisabled, 'accountId' | 'endpoint' | 'reason'> & { now: Date },
): TransactItem {
  const { accountId, endpoint, reason, now } = options;
  const time = now.toISOString();
  const event: EndpointDisabled = {
    id: ids.next('evt'),
    type: 'webhooks.endpoint.disabled',
    version: 1,
    time,
    accountId,
    endpoint: { id: endpoint.id, url: endpoint.url },
    reason,
  };
  return putIntoOutbox({
    id: ids.next('out'),
    entry: { kind: 'event', event: { detailType: event.type, time, detail: event } },
    now,
  });
}
