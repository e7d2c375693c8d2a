import type { Ids } from '../platform/ids';
import type { TransactItem } from '../platform/store/table';
import type { EventOf } from './event-types';
import { queueEvent } from './queue-event';

type GroupOptedIn = EventOf<'contacts.group.opted_in'>;
type GroupOptedOut = EventOf<'contacts.group.opted_out'>;
export type GroupEventKind =
  | Pick<GroupOptedIn, 'type' | 'optInMode'>
  | Pick<GroupOptedOut, 'type' | 'reason'>;

/** Builds the outbox write of the event, for the transaction of the change that it reports. */
export function queueGroupEvent(
  ids: Ids,
  options: Pick<GroupOptedIn, 'accountId' | 'contact' | 'group'> & {
    kind: GroupEventKind;
    now: Date;
    isOfImport?: boolean;
  },
): TransactItem {
  const { kind, accountId, contact, group, now, isOfImport } = options;
  const subject = {
    accountId,
    contact: { id: contact.id, phoneNumber: contact.phoneNumber },
    group: { id: group.id, name: group.name },
  };
  return queueEvent(ids, { event: { ...kind, ...subject }, now, isOfImport });
}
