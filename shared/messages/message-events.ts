import { eventIdOf } from '../events/event-id';
import type { MessageDelivered, MessageFailed, MessageReceived } from '../events/message-event';
import { queueEvent } from '../events/queue-event';
import type { Ids } from '../platform/ids';
import type { TransactItem } from '../platform/store/table';
import { type Message, presentMessage } from './message';
import { presentDetails } from './provider-details';

type Options = { message: Message; now: Date };

export function queueMessageFailed(
  ids: Ids,
  { message, stage, now }: Options & Pick<MessageFailed, 'stage'>,
): TransactItem {
  return queueEvent<MessageFailed>(ids, {
    event: { type: 'messaging.message.failed', ...subjectOf(message), stage },
    now,
  });
}

export function queueMessageReceived(ids: Ids, { message, now }: Options): TransactItem {
  return queueEvent<MessageReceived>(ids, {
    event: { type: 'messaging.message.received', ...subjectOf(message) },
    now,
  });
}

/**
 * The event of what a receipt made of a message: whether it arrived. None of the service's own texts, nor while the
 * message is on its way. The same message makes the same event, with the same id, however often this is asked.
 */
export function describeDeliveryOutcome(message: Message): MessageDelivered | MessageFailed | undefined {
  const { deliveryStatus, deliveryStatusAt: at } = message;
  if (message.purpose !== 'send' || deliveryStatus === undefined || at === undefined) return undefined;
  if (deliveryStatus === 'pending') return undefined;
  const id = eventIdOf(`${message.id} ${deliveryStatus}`, Date.parse(at));
  const common = { id, version: 1 as const, time: at, ...subjectOf(message) };
  return deliveryStatus === 'delivered'
    ? { ...common, type: 'messaging.message.delivered', deliveredAt: at }
    : { ...common, type: 'messaging.message.failed', stage: 'delivery' };
}

const subjectOf = (message: Message) => ({
  accountId: message.accountId,
  message: { ...presentMessage(message), ...presentDetails(message) },
});
