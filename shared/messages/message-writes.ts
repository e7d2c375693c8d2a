import { type Changes, updateExpression } from '../platform/store/expressions';
import {
  dueAttributes,
  messageIndexAttributes,
  messageKey,
  textIndexAttributes,
} from '../platform/store/keys';
import type { Item } from '../platform/store/item';
import type { TransactItem, UpdateInput } from '../platform/store/table';
import { type Message, storedMessage } from './message';
import { toStatusAsStored, UNKNOWN_AS_ANSWERED } from './outcome';

/** Grace period after the due time of a message before the timer requeues it. */
const SWEEP_GRACE_MS = 60_000;

/** Inserts a new message. While it is under way it is in the `due` index, so that the timer finds it. */
export function insertMessage(message: Message): TransactItem {
  return { Put: { Item: messageItem(message), ConditionExpression: 'attribute_not_exists(pk)' } };
}

export function messageItem(message: Message): Item {
  const dueAt = dueTime(message);
  return {
    ...storedMessage.item(message.id, toStatusAsStored(message)),
    ...(dueAt !== undefined && dueAttributes('MESSAGE', { id: message.id, dueAt })),
    ...messageIndexAttributes(message),
    // Nothing finds an erased person by the number.
    ...(!message.erased && textIndexAttributes({ ...message, phoneNumber: personOf(message) })),
  };
}

/** Returns the phone number of the person whom a message is to or from. */
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
  'waitingFor',
  'providerRequestId',
  'providerReason',
  'settledAt',
] as const;

/** Fields that sending changes. Absent waits stay unchanged. */
export type MessageProgress = Pick<Message, (typeof PROGRESS_FIELDS)[number] | 'waits'>;

/**
 * Updates the progress of a message, if it still has the phase and the number of attempts of `from`. Its outcome can
 * become unknown only while no receipt has arrived.
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

/** Sets a message with unknown outcome to `sent`, with other changes, as long as its outcome is unknown. */
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
        remove: [...(changes.remove ?? []), 'errorType', 'errorMessage'],
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
