import { number, object, optional } from 'valibot';
import { defineItem } from '../../platform/store/define-item';
import { updateExpression } from '../../platform/store/expressions';
import { creditShardKey } from '../../platform/store/keys';
import type { TransactItem } from '../../platform/store/table';
import type { Charge } from '../charge';

/**
 * Part of the credits of an account that sends so much that its transactions would queue at its one balance: each send
 * charges one of many credit shards. Credits in credit shards are not part of the balance.
 */
const creditShardItem = defineItem({
  entity: 'creditShard',
  key: ({ accountId, shard }: { accountId: string; shard: number }) => creditShardKey(accountId, shard),
  value: object({ smsCredits: optional(number(), 0), mmsCredits: optional(number(), 0) }),
});

export const CREDIT_SHARDS = 64;

export const creditShardKeys = (accountId: string) =>
  Array.from({ length: CREDIT_SHARDS }, (_, shard) => creditShardKey(accountId, shard));

export const readCreditShard = (item: Parameters<typeof creditShardItem.readIfAny>[0]): Charge => {
  const { smsCredits: sms, mmsCredits: mms } = creditShardItem.readIfAny(item) ?? {
    smsCredits: 0,
    mmsCredits: 0,
  };
  return { sms, mms };
};

/**
 * Builds the write that charges a credit shard, for the transaction of what the credits pay for. Its condition fails when the
 * credit shard holds too few.
 */
export function takeFromCreditShard(accountId: string, shard: number, charge: Charge): TransactItem {
  return {
    Update: {
      Key: creditShardKey(accountId, shard),
      ...updateExpression(
        { add: { smsCredits: -charge.sms, mmsCredits: -charge.mms } },
        { values: { ':smsNeeded': charge.sms, ':mmsNeeded': charge.mms } },
      ),
      ConditionExpression: 'smsCredits >= :smsNeeded AND mmsCredits >= :mmsNeeded',
    },
  };
}

/** Builds the write that adds credits to a credit shard, which need not exist. */
export function putIntoCreditShard(accountId: string, shard: number, credits: Charge): TransactItem {
  return {
    Update: {
      Key: creditShardKey(accountId, shard),
      ...updateExpression({
        setIfAbsent: { entity: creditShardItem.entity },
        add: { smsCredits: credits.sms, mmsCredits: credits.mms },
      }),
    },
  };
}

/** Builds the write that empties a credit shard. Its condition fails when the credit shard no longer holds these credits. */
export function emptyCreditShard(accountId: string, shard: number, held: Charge): TransactItem {
  return {
    Update: {
      Key: creditShardKey(accountId, shard),
      ...updateExpression(
        { set: { smsCredits: 0, mmsCredits: 0 } },
        { values: { ':smsHeld': held.sms, ':mmsHeld': held.mms } },
      ),
      ConditionExpression: 'smsCredits = :smsHeld AND mmsCredits = :mmsHeld',
    },
  };
}
