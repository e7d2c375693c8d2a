import { putIntoOutbox } from '../outbox/outbox';
import type { Ids } from '../platform/ids';
import type { TransactItem } from '../platform/store/table';

interface GroupEventBase {
  /** Set once; the same at every delivery of the event. */
  id: string;
  version: 1;
  time: string;
  accountId: string;
  contact: { id: string; phoneNumber: string };
  group: { id: string; name: string };
}

/** Event that a contact has become an active member of a group. **Source:** rules 6. */
interface GroupOptedIn extends GroupEventBase {
  type: 'contacts.group.opted_in';
  optInMode: 'DIRECT' | 'CONFIRM' | 'SILENT';
}

/** Event that a contact has left a group. **Source:** rules 6. */
interface GroupOptedOut extends GroupEventBase {
  type: 'contacts.group.opted_out';
  reason: 'MANUAL_REMOVAL' | 'STOP' | 'KIOSK' | 'CARRIER' | 'IMPORT';
}

export type GroupEvent = GroupOptedIn | GroupOptedOut;
export type GroupEventKind =
  | Pick<GroupOptedIn, 'type' | 'optInMode'>
  | Pick<GroupOptedOut, 'type' | 'reason'>;

/** Builds the outbox write of the event, for the transaction of the change that it reports. */
export function queueGroupEvent(
  ids: Ids,
  options: {
    kind: GroupEventKind;
    accountId: string;
    contact: { id: string; phoneNumber: string };
    group: { id: string; name: string };
    now: Date;
  },
): TransactItem {
  const { kind, accountId, contact, group, now } = options;
  const time = now.toISOString();
  const event: GroupEvent = {
    id: ids.next('evt'),
    version: 1,
    time,
    accountId,
    contact: { id: contact.id, phoneNumber: contact.phoneNumber },
    group: { id: group.id, name: group.name },
    ...kind,
  };
  return putIntoOutbox({
    id: ids.next('out'),
    entry: { kind: 'event', event: { detailType: event.type, time, detail: event } },
    now,
  });
}
