import { GATE_ALLOWS } from '../../audience/consent/compliance-gate';
import { takeCredits } from '../../accounts/credit-writes';
import { addCharges, type Charge, isFree } from '../../accounts/charge';
import type { KeyRecord } from '../idempotency/key-record';
import { putKeyRecord } from '../idempotency/key-writes';
import { contactKey, linkTokenKey } from '../../platform/store/keys';
import type { Table, TransactItem } from '../../platform/store/table';
import type { TransactResult } from '../../platform/store/write-outcome';
import type { Message } from '../../messages/message';
import { insertMessage } from '../../messages/message-writes';

/** Which part of a claim did not hold. */
export type ClaimResult = 'claimed' | 'keyTaken' | 'contactChanged' | 'insufficientCredits' | 'conflict';

/**
 * The first transaction of a single send: message, credits and key come into being together, for a contact that may
 * still be sent to.
 *
 * @param options.keyRecord what the claim of the key was decided on; only looked at when the message has a key
 * @param options.paid what earlier hand-overs under the key have cost
 * @param options.trackingToken stands for the message in its tracking links; absent when it has none
 */
export async function claimMessage(
  table: Table,
  options: {
    message: Message;
    keyRecord: KeyRecord | undefined;
    paid: Charge | undefined;
    trackingToken: string | undefined;
  },
): Promise<ClaimResult> {
  const { message, trackingToken } = options;
  const parts: Array<{ action: TransactItem; refusal: ClaimResult }> = [
    { action: insertMessage(message), refusal: 'conflict' },
  ];
  // Before the contact: whoever has had an answer gets it again, whatever became of the contact since.
  if (message.idempotencyKey !== undefined) {
    parts.push({ action: claimKey(message, options), refusal: 'keyTaken' });
  }
  parts.push({ action: checkContactStillAllows(message), refusal: 'contactChanged' });
  if (!isFree(message.charge)) {
    parts.push({ action: takeCredits(message.accountId, message.charge), refusal: 'insufficientCredits' });
  }
  if (trackingToken !== undefined) {
    parts.push({ action: putLinkToken(trackingToken, message), refusal: 'conflict' });
  }
  const result = await table.transact(parts.map(({ action }) => action));
  return explain(result, (index) => parts[index]?.refusal ?? 'conflict');
}

/** Of several reasons, the one that comes first in the order of the parts. */
function explain(result: TransactResult, refusalOf: (index: number) => ClaimResult): ClaimResult {
  if (result.committed) return 'claimed';
  const unmet = result.failed.filter(({ reason }) => reason === 'conditionFailed');
  const [first] = unmet.sort((a, b) => a.index - b.index);
  return first ? refusalOf(first.index) : 'conflict';
}

/** A STOP or a removal that came between reading the contact and this write wins. */
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
      state: 'claimed',
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
      Item: { ...linkTokenKey(token), accountId: message.accountId, messageId: message.id },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  };
}
