import { updateExpression } from '../platform/store/expressions';
import { dueAttributes, messageKey } from '../platform/store/keys';
import type { Item } from '../platform/store/item';
import type { TransactItem, UpdateInput } from '../platform/store/table';
import { isOutcomeUnknown } from './outcome';
import type { Message } from './message';

/** How long after its own time a message is left to the queue before the timer takes it up. */
const WAKE_GRACE_MS = 60_000;

/** Writes a new message. While it is under way it is in the `due` index, so that it cannot be forgotten. */
export function insertMessage(message: Message): TransactItem {
  return { Put: { Item: messageItem(message), ConditionExpression: 'attribute_not_exists(pk)' } };
}

export function messageItem(message: Message): Item {
  const dueAt = wakeTime(message);
  return {
    ...messageKey(message.id),
    ...(dueAt !== undefined && dueAttributes('MESSAGE', { id: message.id, dueAt })),
    entity: 'message',
    ...message,
  };
}

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
] as const;

/** What the way out changes of a message. */
export type MessageProgress = Pick<Message, (typeof PROGRESS_FIELDS)[number]>;

/**
 * Moves a message on, if it is still where `from` found it: the number of attempts tells one hand-over from the next,
 * and the phase says whether it is over. Its outcome becomes unknown only as long as no receipt has told it.
 */
export function moveMessage(from: Message, progress: MessageProgress): UpdateInput {
  const dueAt = wakeTime({ ...from, ...progress });
  const due = dueAt !== undefined && dueAttributes('MESSAGE', { id: from.id, dueAt });
  return {
    Key: messageKey(from.id),
    ...updateExpression(
      {
        set: { ...Object.fromEntries(PROGRESS_FIELDS.map((name) => [name, progress[name]])), ...due },
        remove: [
          ...PROGRESS_FIELDS.filter((name) => progress[name] === undefined),
          ...(due ? [] : ['gsi1pk', 'gsi1sk']),
        ],
      },
      { values: { ':fromPhase': from.phase, ':fromAttempts': from.attempts } },
    ),
    ConditionExpression: [
      '#phase = :fromPhase AND #attempts = :fromAttempts',
      ...(isOutcomeUnknown(progress) ? ['attribute_not_exists(deliveryStatus)'] : []),
    ].join(' AND '),
  };
}

function wakeTime(
  message: Pick<Message, 'phase' | 'leaseUntil' | 'nextAttemptAt' | 'createdAt'>,
): string | undefined {
  switch (message.phase) {
    case 'handingOver':
      return message.leaseUntil;
    case 'waiting':
      return new Date(Date.parse(message.nextAttemptAt ?? message.createdAt) + WAKE_GRACE_MS).toISOString();
    case 'settled':
      return undefined;
  }
}
