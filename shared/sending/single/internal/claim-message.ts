import { GATE_ALLOWS } from '../../../audience/consent/compliance-gate';
import { type Payer, payCredits } from '../../../accounts/pay-credits';
import { addCharges, type Charge } from '../../../accounts/charge';
import type { KeyRecord } from '../../idempotency/key-record';
import { putKeyRecord } from '../../idempotency/key-writes';
import { contactKey } from '../../../platform/store/keys';
import { type Commit, commit, type Part } from '../../../platform/store/commit';
import type { Table, TransactItem } from '../../../platform/store/table';
import { tokenItem } from '../../token-item';
import type { Message } from '../../../messages/message';
import { insertMessage } from '../../../messages/message-writes';

/** Reason why a claim was refused; `idTaken`: the new message needs another id or link token. */
type ClaimRefusal = 'idTaken' | 'keyTaken' | 'contactChanged' | 'insufficientCredits';

/**
 * Commits the first transaction of a single send: stores message, charge and key together, provided that the contact
 * may still be sent to.
 *
 * @param options.keyRecord record on which the decision to claim the key was based; used only when the message has a
 *   key
 * @param options.paid charge of earlier hand-overs under the key
 * @param options.trackingToken token of the message in its tracking links; absent when it has none
 */
export async function claimMessage(
  table: Table,
  options: {
    account: Payer;
    message: Message;
    keyRecord: KeyRecord | undefined;
    paid: Charge | undefined;
    trackingToken: string | undefined;
  },
): Promise<Commit<ClaimRefusal>> {
  const { account, message, trackingToken } = options;
  const parts: Array<Part<ClaimRefusal>> = [{ write: insertMessage(message), onFail: 'idTaken' }];
  // Checked before the contact: a repeated request gets its first answer, even when the contact has changed since.
  if (message.idempotencyKey !== undefined) {
    parts.push({ write: claimKey(message, options), onFail: 'keyTaken' });
  }
  parts.push({ write: checkContactStillAllows(message), onFail: 'contactChanged' });
  const link: Array<Part<ClaimRefusal>> =
    trackingToken === undefined ? [] : [{ write: putLinkToken(trackingToken, message), onFail: 'idTaken' }];
  return payCredits<ClaimRefusal>(
    { table },
    {
      account,
      charge: message.charge,
      transact: (payment, limits) => commit<ClaimRefusal>(table, [...parts, ...payment, ...link], limits),
    },
  );
}

/**
 * Builds the condition that the contact may still be sent to: a STOP or a removal between reading the contact and this
 * write wins.
 */
function checkContactStillAllows(message: Message): TransactItem {
  return {
    ConditionCheck: { Key: contactKey(message.accountId, message.to), ...GATE_ALLOWS },
  };
}

function claimKey(
  message: Message,
  options: { keyRecord: KeyRecord | undefined; paid: Charge | undefined },
): TransactItem {
  return putKeyRecord({
    address: { accountId: message.accountId, scope: 'message', key: message.idempotencyKey ?? '' },
    replaces: options.keyRecord,
    record: {
      state: 'inProgress',
      revision: `${message.id}:claimed`,
      subjectId: message.id,
      leaseUntil: message.leaseUntil,
      expiresAt: undefined,
      answer: undefined,
      paid: addCharges(options.paid, message.charge),
    },
  });
}

function putLinkToken(token: string, message: Message): TransactItem {
  return {
    Put: {
      Item: tokenItem.item(token, { accountId: message.accountId, messageId: message.id }),
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  };
}
