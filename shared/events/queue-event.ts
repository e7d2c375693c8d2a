import { putIntoOutbox } from '../outbox/outbox';
import type { Ids } from '../platform/ids';
import type { TransactItem } from '../platform/store/table';
import type { EventType } from './event-types';

/** What every event has. */
export interface EventBase {
  /** Made once: the same however often the event is delivered. */
  id: string;
  type: EventType;
  /** Goes up when a field changes its meaning or goes away. */
  version: 1;
  /** ISO. */
  time: string;
  accountId: string;
}

/**
 * Puts an event into the outbox, for the transaction of the change that it reports.
 *
 * @param options.id derived from what the event reports, where the event is to be found again by that
 */
export function queueEvent<Event extends EventBase>(
  ids: Ids,
  options: { event: Omit<Event, 'id' | 'version' | 'time'>; now: Date; id?: string },
): TransactItem {
  const { now, id = ids.next('evt') } = options;
  const { type, accountId, ...rest } = options.event as Pick<Event, 'type' | 'accountId'>;
  const time = now.toISOString();
  const event: EventBase = { id, type, version: 1, time, accountId, ...rest };
  return putIntoOutbox({
    id: ids.next('out'),
    entry: { kind: 'event', event: { detailType: type, time, detail: event } },
    now,
  });
}
