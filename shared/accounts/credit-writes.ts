import { updateExpression } from '../platform/store/expressions';
import { accountKey } from '../platform/store/keys';
import type { TransactItem } from '../platform/store/table';
import type { Charge } from './charge';

/**
 * Builds the write that charges credits, for the transaction of what they pay for. Its condition fails when either
 * balance is too low.
 */
export function takeCredits(accountId: string, charge: Charge): TransactItem {
  return {
    Update: {
      Key: accountKey(accountId),
      ...updateExpression(
        { add: { smsCredits: -charge.sms, mmsCredits: -charge.mms } },
        { values: { ':smsNeeded': charge.sms, ':mmsNeeded': charge.mms } },
      ),
      ConditionExpression: 'smsCredits >= :smsNeeded AND mmsCredits >= :mmsNeeded',
    },
  };
}

/** Builds the write that refunds credits, for the transaction that settles what they had paid for. */
export function returnCredits(accountId: string, charge: Charge): TransactItem {
  return {
    Update: {
      Key: accountKey(accountId),
      ...updateExpression({ add: { smsCredits: charge.sms, mmsCredits: charge.mms } }),
      ConditionExpression: 'attribute_exists(pk)',
    },
  };
}
