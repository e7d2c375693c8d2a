import { putIntoOutbox } from '../outbox/outbox';
import type { Ids } from '../platform/ids';
import type { TransactItem } from '../platform/store/table';
import type { EventType } from './event-types';

/** Fields of every event. */
export interface EventBase {
  /** Set once; the same at every delivery of the event. */
  id: string;
  type: EventType;
  /** Incremented when a field changes its meaning or is removed. */
  version: 1;
  /** ISO time. */
  time: string;
  accountId: string;
}

/**
 * Builds the outbox write of an event, for the transaction of the change that it reports.
 *
 * @param options.id derived from what the event reports, for events whose id is derived again later
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
