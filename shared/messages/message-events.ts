import type { EventOf } from '../events/event-types';
import { eventIdOf } from '../events/event-id';
import { queueEvent } from '../events/queue-event';
import type { Ids } from '../platform/ids';
import type { DeliveryStatus } from '../platform/provider/port';
import type { TransactItem } from '../platform/store/table';
import { channelOf, type Message, presentMessage } from './message';
import { presentDetails } from './provider-details';

type Options = { message: Message; now: Date };
type MessageFailed = EventOf<'messaging.message.failed'>;

export function queueMessageFailed(
  ids: Ids,
  { message, stage, now }: Options & Pick<MessageFailed, 'stage'>,
): TransactItem {
  return queueEvent(ids, {
    id: failureEventId(message.id, now),
    event: { type: 'messaging.message.failed', ...subjectOf(message), stage },
    now,
  });
}

/** Returns the id of the event that a phone's text arrived. */
const receivedEventId = ({ id, createdAt }: Message) => eventIdOf(`${id} received`, Date.parse(createdAt));

/** Returns the id of the event that a hand-over failed, at `settledAt` of the message. */
const failureEventId = (messageId: string, settledAt: Date) =>
  eventIdOf(`${messageId} handOver`, settledAt.getTime());

/** Returns the id of the event of the delivery status that a receipt gave a message. */
const outcomeEventId = (messageId: string, status: DeliveryStatus, at: string) =>
  eventIdOf(`${messageId} ${status}`, Date.parse(at));

/** Returns the ids of all events that a message can have. */
export function eventIdsOf(message: Message): string[] {
  if (message.direction === 'inbound') return [receivedEventId(message)];
  const { id, settledAt, deliveryStatus, deliveryStatusAt } = message;
  return [
    ...(settledAt === undefined ? [] : [failureEventId(id, new Date(settledAt))]),
    ...(deliveryStatus === undefined || deliveryStatusAt === undefined
      ? []
      : [outcomeEventId(id, deliveryStatus, deliveryStatusAt)]),
  ];
}

export function queueMessageReceived(ids: Ids, { message, now }: Options): TransactItem {
  return queueEvent(ids, {
    id: receivedEventId(message),
    event: { type: 'messaging.message.received', ...subjectOf(message) },
    now,
  });
}

export function queueLikelyOptedOut(
  ids: Ids,
  { message, reason, now }: Options & Pick<EventOf<'messaging.optout.likely'>, 'reason'>,
): TransactItem {
  return queueEvent(ids, {
    event: { type: 'messaging.optout.likely', ...subjectOf(message), reason },
    now,
  });
}

/**
 * Builds the outbox write for the first click of a message, which proves that the provider received the message.
 *
 * @param options.jobId of the job that the message belongs to, if any
 */
export function queueLinkClicked(
  ids: Ids,
  { message, link, jobId, now }: Options & { link: string; jobId: string | undefined },
): TransactItem {
  const clickedAt = now.toISOString();
  const clicked: Message = message.status === 'failed' ? message : { ...message, status: 'sent' };
  return queueEvent(ids, {
    event: {
      type: 'messaging.link.clicked',
      ...subjectOf(clicked),
      ...{ link, clickedAt },
      ...(jobId !== undefined && { jobId }),
    },
    now,
  });
}

/**
 * Builds the event of the delivery status that a receipt gave a message. The service's own texts have none, nor has a
 * message on its way. The same message always gives the same event with the same id.
 */
export function describeDeliveryOutcome(
  message: Message,
): EventOf<'messaging.message.delivered'> | MessageFailed | undefined {
  const { deliveryStatus, deliveryStatusAt: at } = message;
  if (message.purpose !== 'send' || deliveryStatus === undefined || at === undefined) return undefined;
  if (deliveryStatus === 'pending') return undefined;
  const id = outcomeEventId(message.id, deliveryStatus, at);
  const common = { id, version: 1 as const, time: at, ...subjectOf(message) };
  return deliveryStatus === 'delivered'
    ? { ...common, type: 'messaging.message.delivered', deliveredAt: at }
    : { ...common, type: 'messaging.message.failed', stage: 'delivery' };
}

/** Leaves out a body with the values of another contact: an erasure of that contact could not find it in the event. */
const subjectOf = (message: Message) => ({
  accountId: message.accountId,
  message: {
    ...presentMessage(message),
    ...(message.valuesOf !== undefined && { body: '' }),
    ...presentDetails({ ...message, channel: channelOf(message) }),
  },
});
