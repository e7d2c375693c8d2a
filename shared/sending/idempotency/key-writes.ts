import { updateExpression } from '../../platform/store/expressions';
import { idempotencyKey } from '../../platform/store/keys';
import type { Item } from '../../platform/store/item';
import type { TransactItem } from '../../platform/store/table';
import { type KeyAddress, keyExpiry, type KeyRecord, type KeyState, toStoredKey } from './key-record';

const KEY_ENTITY = 'idempotency';

/**
 * Time for which a record is kept after it has lost its meaning, because clocks differ a little; a record without an
 * expiry of its own stays.
 */
const KEPT_AFTER_MEANING_MS = 60 * 60 * 1000;

/**
 * Writes a record in place of the one on which the decision was based.
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
 * Writes the outcome of a send as long as the key still stands for its subject. A success, which a receipt may prove
 * long after, is also written when the key stands for no subject or for another subject with an unknown outcome: then
 * no request may send under it.
 *
 * The first answer of a success stays the answer: a message that was queued at first and sent later is replayed as
 * queued. Once the caller has been told that the outcome is unknown, that answer is removed.
 */
export function settleKeyRecord(options: { address: KeyAddress; record: KeyRecord }): TransactItem {
  const { accountId, scope, key } = options.address;
  const { record } = options;
  const { answer, ...stored } = toStoredKey(record);
  const changes = { ...stored, ...timeToLive(record) };
  const isCompleted = record.state === 'completed';
  return {
    Update: {
      Key: idempotencyKey(accountId, scope, key),
      ...updateExpression(
        {
          set: changes,
          setIfAbsent: { answer, entity: KEY_ENTITY },
          remove: [
            ...(['leaseUntil', 'expiresAt', 'expiresAtEpochSeconds'] as const).filter(
              (name) => (changes as Record<string, unknown>)[name] === undefined,
            ),
            ...(record.state === 'outcomeUnknown' ? ['answer'] : []),
          ],
        },
        {
          values: {
            ':subject': record.subjectId,
            ...(isCompleted && { ':outcomeUnknown': 'outcomeUnknown' satisfies KeyState }),
          },
        },
      ),
      ConditionExpression: isCompleted
        ? 'subjectId = :subject OR #state = :outcomeUnknown OR attribute_not_exists(pk)'
        : 'subjectId = :subject',
    },
  };
}

/** Frees the key after a failed send, as long as the key still stands for that send. */
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

/** Returns the item of a record. */
export function keyItem(address: KeyAddress, record: KeyRecord): Item {
  return {
    ...idempotencyKey(address.accountId, address.scope, address.key),
    entity: KEY_ENTITY,
    ...toStoredKey(record),
    ...timeToLive(record),
  };
}

function timeToLive(record: KeyRecord): { expiresAtEpochSeconds?: number } {
  const { leaseUntil } = record;
  // A repeat can ask for the outcome of a request whose holder died for as long as the key counts.
  const meansUntil =
    record.expiresAt ?? (leaseUntil === undefined ? undefined : keyExpiry(new Date(leaseUntil)));
  if (meansUntil === undefined) return {};
  return { expiresAtEpochSeconds: Math.floor((Date.parse(meansUntil) + KEPT_AFTER_MEANING_MS) / 1000) };
}
