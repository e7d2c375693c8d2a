import { number, object, optional } from 'valibot';
import { defineItem } from '../platform/store/define-item';
import { updateExpression } from '../platform/store/expressions';
import { purseKey } from '../platform/store/keys';
import type { TransactItem } from '../platform/store/table';
import type { Charge } from './charge';

/**
 * Part of the credits of an account that sends so much that its transactions would queue at its one balance: each send
 * charges one of many purses. Credits in purses are not part of the balance.
 */
const purseItem = defineItem({
  entity: 'purse',
  key: ({ accountId, purse }: { accountId: string; purse: number }) => purseKey(accountId, purse),
  value: object({ smsCredits: optional(number(), 0), mmsCredits: optional(number(), 0) }),
});

export const PURSES = 64;

export const purseKeys = (accountId: string) =>
  Array.from({ length: PURSES }, (_, purse) => purseKey(accountId, purse));

export const readPurse = (item: Parameters<typeof purseItem.readIfAny>[0]): Charge => {
  const { smsCredits: sms, mmsCredits: mms } = purseItem.readIfAny(item) ?? { smsCredits: 0, mmsCredits: 0 };
  return { sms, mms };
};

/**
 * Builds the write that charges a purse, for the transaction of what the credits pay for. Its condition fails when the
 * purse holds too few.
 */
export function takeFromPurse(accountId: string, purse: number, charge: Charge): TransactItem {
  return {
    Update: {
      Key: purseKey(accountId, purse),
      ...updateExpression(
        { add: { smsCredits: -charge.sms, mmsCredits: -charge.mms } },
        { values: { ':smsNeeded': charge.sms, ':mmsNeeded': charge.mms } },
      ),
      ConditionExpression: 'smsCredits >= :smsNeeded AND mmsCredits >= :mmsNeeded',
    },
  };
}

/** Builds the write that adds credits to a purse, which need not exist. */
export function putIntoPurse(accountId: string, purse: number, credits: Charge): TransactItem {
  return {
    Update: {
      Key: purseKey(accountId, purse),
      ...updateExpression({
        setIfAbsent: { entity: purseItem.entity },
        add: { smsCredits: credits.sms, mmsCredits: credits.mms },
      }),
    },
  };
}

/** Builds the write that empties a purse. Its condition fails when the purse no longer holds these credits. */
export function emptyPurse(accountId: string, purse: number, held: Charge): TransactItem {
  return {
    Update: {
      Key: purseKey(accountId, purse),
      ...updateExpression(
        { set: { smsCredits: 0, mmsCredits: 0 } },
        { values: { ':smsHeld': held.sms, ':mmsHeld': held.mms } },
      ),
      ConditionExpression: 'smsCredits = :smsHeld AND mmsCredits = :mmsHeld',
    },
  };
}
