import type { MessageDelivered, MessageFailed, MessageReceived } from '../events/message-event';
import { queueEvent } from '../events/queue-event';
import type { Ids } from '../platform/ids';
import type { TransactItem } from '../platform/store/table';
import { type Message, presentMessage } from './message';
import { presentDetails } from './provider-details';

type Options = { message: Message; now: Date };

/** @param options.deliveredAt as the provider's receipt says */
export function queueMessageDelivered(
  ids: Ids,
  { message, deliveredAt, now }: Options & { deliveredAt: string },
): TransactItem {
  return queueEvent<MessageDelivered>(ids, {
    event: { type: 'messaging.message.delivered', ...subjectOf(message), deliveredAt },
    now,
  });
}

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

/** The events of a receipt: whether it arrived. None of the service's own texts, nor while it is on its way. */
export function queueDeliveryOutcome(ids: Ids, { message, now }: Options): TransactItem[] {
  if (message.purpose !== 'send') return [];
  switch (message.deliveryStatus) {
    case 'delivered': {
      const deliveredAt = message.deliveryStatusAt ?? now.toISOString();
      return [queueMessageDelivered(ids, { message, deliveredAt, now })];
    }
    case 'failed':
      return [queueMessageFailed(ids, { message, stage: 'delivery', now })];
    case 'pending':
    case undefined:
      return [];
  }
}

const subjectOf = (message: Message) => ({
  accountId: message.accountId,
  message: { ...presentMessage(message), ...presentDetails(message) },
});
