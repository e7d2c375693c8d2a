import { updateExpression } from '../../platform/store/expressions';
import { idempotencyKey, type IdempotencyScope } from '../../platform/store/keys';
import type { Item } from '../../platform/store/item';
import type { TransactItem } from '../../platform/store/table';
import { type KeyRecord, writeAnswer } from './key-record';

export interface KeyAddress {
  accountId: string;
  scope: IdempotencyScope;
  key: string;
}

const KEY_ENTITY = 'idempotency';

/** Cleans up long after the record has lost its meaning; a record without an end of its own stays. */
const KEPT_AFTER_EXPIRY_MS = 72 * 60 * 60 * 1000;

/**
 * Writes a record in place of the one that the decision was made on.
 *
 * @param replaces the record as read; `undefined` when there was none
 */
export function putKeyRecord(options: {
  address: KeyAddress;
  record: KeyRecord;
  replaces: KeyRecord | undefined;
}): TransactItem {
  const { replaces } = options;
  return {
    Put: {
      Item: keyItem(options.address, options.record),
      ...(replaces
        ? {
            ConditionExpression: 'revision = :replaced',
            ExpressionAttributeValues: { ':replaced': replaces.revision },
          }
        : { ConditionExpression: 'attribute_not_exists(pk)' }),
    },
  };
}

/**
 * Writes the outcome of a claim, as long as the key still stands for its subject. That the subject was sent, which may
 * be proved long after, counts too where the key stands for nobody or for another's unknown outcome: nobody may send
 * under it then.
 *
 * The first answer of a success stays the answer: a message that was queued at first and sent later is replayed as
 * queued. Once the caller has been told that the outcome is unknown, that answer is gone.
 */
export function settleKeyRecord(options: { address: KeyAddress; record: KeyRecord }): TransactItem {
  const { accountId, scope, key } = options.address;
  const { answer, ...record } = options.record;
  const changes = { ...record, ...timeToLive(options.record) };
  const isConsumed = record.state === 'consumed';
  return {
    Update: {
      Key: idempotencyKey(accountId, scope, key),
      ...updateExpression(
        {
          set: changes,
          setIfAbsent: { answer: writeAnswer(answer), entity: KEY_ENTITY },
          remove: [
            ...(['leaseUntil', 'expiresAt', 'expiresAtEpochSeconds'] as const).filter(
              (name) => changes[name] === undefined,
            ),
            ...(record.state === 'attempted' ? ['answer'] : []),
          ],
        },
        { values: { ':subject': record.subjectId, ...(isConsumed && { ':attempted': 'attempted' }) } },
      ),
      ConditionExpression: isConsumed
        ? 'subjectId = :subject OR #state = :attempted OR attribute_not_exists(pk)'
        : 'subjectId = :subject',
    },
  };
}

/** Frees the key after a failed send, as long as it still stands for that one. */
export function freeKey(options: { address: KeyAddress; subjectId: string }): TransactItem {
  const { accountId, scope, key } = options.address;
  return {
    Delete: {
      Key: idempotencyKey(accountId, scope, key),
      ConditionExpression: 'subjectId = :subject',
      ExpressionAttributeValues: { ':subject': options.subjectId },
    },
  };
}

/** The record as an item. */
export function keyItem(address: KeyAddress, record: KeyRecord): Item {
  return {
    ...idempotencyKey(address.accountId, address.scope, address.key),
    entity: KEY_ENTITY,
    ...record,
    answer: writeAnswer(record.answer),
    ...timeToLive(record),
  };
}

function timeToLive(record: KeyRecord): { expiresAtEpochSeconds?: number } {
  const lastUse = record.expiresAt ?? record.leaseUntil;
  if (lastUse === undefined) return {};
  return { expiresAtEpochSeconds: Math.floor((Date.parse(lastUse) + KEPT_AFTER_EXPIRY_MS) / 1000) };
}
