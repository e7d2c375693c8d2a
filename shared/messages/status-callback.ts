import { type EventBase, STATUS_EVENT_TYPE } from '../events/event-types';
import { eventIdOf } from '../events/event-id';
import { putIntoOutbox } from '../outbox/outbox';
import type { Ids } from '../platform/ids';
import type { TransactItem } from '../platform/store/table';
import type { Message } from './message';
import { presentMessageStatus } from './present-message-status';

type StatusEvent = EventBase & { message: Record<string, unknown> };

/**
 * Builds the outbox write that tells a status callback of the outcome of an attempt; none without an address for it,
 * and none when the message only waits longer.
 *
 * @param options.before the message as it was when it was sent
 */
export function queueStatusCallback(
  ids: Ids,
  { before, message, now }: { before: Message; message: Message; now: Date },
): TransactItem[] {
  const waitsStill = message.phase === 'waiting' && before.waits !== undefined;
  if (message.statusCallback === undefined || waitsStill) return [];
  const time = now.toISOString();
  const event = statusEvent(message, { id: ids.next('evt'), time });
  const entry = { kind: 'event' as const, event: { detailType: event.type, time, detail: event } };
  return [putIntoOutbox({ id: ids.next('out'), entry, now })];
}

/**
 * Builds the event that tells a status callback of what a receipt reports; `undefined` without an address for it, and
 * for a message on its way. The same message always gives the same event with the same id.
 */
export function describeReportedStatus(message: Message): StatusEvent | undefined {
  const { id, statusCallback, deliveryStatus, deliveryStatusAt: at } = message;
  if (statusCallback === undefined || deliveryStatus === undefined || at === undefined) return undefined;
  if (deliveryStatus === 'pending') return undefined;
  return statusEvent(message, {
    id: eventIdOf(`${id} callback ${deliveryStatus}`, Date.parse(at)),
    time: at,
  });
}

function statusEvent(message: Message, { id, time }: { id: string; time: string }): StatusEvent {
  const { accountId, statusCallback, erased } = message;
  return {
    ...{ id, type: STATUS_EVENT_TYPE, version: 1, time, accountId },
    message: {
      ...presentMessageStatus(message),
      body: '',
      // The address can name the person too.
      ...(!erased && { statusCallback }),
    },
  };
}
