import { putIntoOutbox } from '../outbox/outbox';
import type { Ids } from '../platform/ids';
import type { TransactItem } from '../platform/store/table';
import type { EventBase, EventFields, EventType } from './event-types';

/**
 * Builds the outbox write of an event, for the transaction of the change that it reports.
 *
 * @param options.id derived from what the event reports, for events whose id is derived again later
 * @param options.isOfImport as of `putIntoOutbox`
 */
export function queueEvent<Type extends EventType>(
  ids: Ids,
  options: {
    event: { type: Type; accountId: string } & EventFields[Type];
    now: Date;
    id?: string;
    isOfImport?: boolean | undefined;
  },
): TransactItem {
  const { now, id = ids.next('evt'), isOfImport } = options;
  const { type, accountId, ...rest } = options.event;
  const time = now.toISOString();
  const event: EventBase = { id, type, version: 1, time, accountId, ...rest };
  return putIntoOutbox({
    id: ids.next('out'),
    entry: { kind: 'event', event: { detailType: type, time, detail: event } },
    now,
    isOfImport,
  });
}
