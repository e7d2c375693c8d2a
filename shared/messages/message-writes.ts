import { type Changes, updateExpression } from '../platform/store/expressions';
import { dueAttributes, messageKey, textIndexAttributes } from '../platform/store/keys';
import type { Item } from '../platform/store/item';
import type { TransactItem, UpdateInput } from '../platform/store/table';
import { type Message, storedMessage } from './message';
import { toStatusAsStored, UNKNOWN_AS_ANSWERED } from './outcome';

/** How long after its own time a message is left to the queue before the timer takes it up. */
const SWEEP_GRACE_MS = 60_000;

/** Writes a new message. While it is under way it is in the `due` index, so that it cannot be forgotten. */
export function insertMessage(message: Message): TransactItem {
  return { Put: { Item: messageItem(message), ConditionExpression: 'attribute_not_exists(pk)' } };
}

export function messageItem(message: Message): Item {
  const dueAt = dueTime(message);
  return {
    ...storedMessage.item(message.id, toStatusAsStored(message)),
    ...(dueAt !== undefined && dueAttributes('MESSAGE', { id: message.id, dueAt })),
    // One that is handed over at once can be found by its phone from then on: one index write less.
    ...(message.phase !== 'handingOver' && textIndexOf(message)),
  };
}

/** By what a message can be found by its phone; nothing of an erased person. */
const textIndexOf = (message: Message) =>
  !message.erased && textIndexAttributes({ ...message, phoneNumber: personOf(message) });

/** The phone number of the person whom a message is to or from. */
export const personOf = ({ direction, from, to }: Pick<Message, 'direction' | 'from' | 'to'>) =>
  direction === 'inbound' ? from : to;

const PROGRESS_FIELDS = [
  'status',
  'phase',
  'errorType',
  'errorMessage',
  'sentAt',
  'providerMessageId',
  'leaseUntil',
  'attempts',
  'nextAttemptAt',
  'providerRequestId',
  'providerReason',
  'settledAt',
] as const;

/** What sending changes of a message. Waits that are not given stay as they are. */
export type MessageProgress = Pick<Message, (typeof PROGRESS_FIELDS)[number] | 'waits'>;

/**
 * Moves a message on, if it still has the phase and the number of attempts that `from` has. Its outcome becomes unknown
 * only as long as no receipt has arrived.
 */
export function moveMessage(from: Message, progress: MessageProgress): UpdateInput {
  const stored = toStatusAsStored(progress);
  const dueAt = dueTime({ ...from, ...progress });
  const due = dueAt !== undefined && dueAttributes('MESSAGE', { id: from.id, dueAt });
  return {
    Key: messageKey(from.id),
    ...updateExpression(
      {
        set: {
          ...Object.fromEntries(PROGRESS_FIELDS.map((name) => [name, stored[name]])),
          ...(stored.waits && { waits: stored.waits }),
          ...due,
          ...(from.phase === 'handingOver' && textIndexOf(from)),
        },
        remove: [
          ...PROGRESS_FIELDS.filter((name) => stored[name] === undefined),
          ...(due ? [] : ['gsi1pk', 'gsi1sk']),
        ],
      },
      { values: { ':fromPhase': from.phase, ':fromAttempts': from.attempts } },
    ),
    ConditionExpression: [
      '#phase = :fromPhase AND #attempts = :fromAttempts',
      ...(progress.status === 'unknown' ? ['attribute_not_exists(deliveryStatus)'] : []),
    ].join(' AND '),
  };
}

/** Makes a message whose outcome is unknown `sent`, with other changes, as long as it is unknown. */
export function settleUnknownMessage(
  messageId: string,
  { sentAt, changes }: { sentAt: string; changes: Changes },
): UpdateInput {
  return {
    Key: messageKey(messageId),
    ...updateExpression(
      {
        ...changes,
        set: { ...changes.set, status: 'sent', sentAt },
        remove: ['errorType', 'errorMessage'],
      },
      { values: { ':unknown': UNKNOWN_AS_ANSWERED.errorType } },
    ),
    ConditionExpression: 'errorType = :unknown',
  };
}

function dueTime(
  message: Pick<Message, 'phase' | 'leaseUntil' | 'nextAttemptAt' | 'createdAt'>,
): string | undefined {
  switch (message.phase) {
    case 'handingOver':
      return message.leaseUntil;
    case 'waiting':
      return new Date(Date.parse(message.nextAttemptAt ?? message.createdAt) + SWEEP_GRACE_MS).toISOString();
    case 'settled':
      return undefined;
  }
}
