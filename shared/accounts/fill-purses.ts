import type { Platform } from '../platform/platform';
import { commit, required } from '../platform/store/commit';
import { updateExpression } from '../platform/store/expressions';
import { accountKey } from '../platform/store/keys';
import { CONFLICT, type ConflictLimits, retryOnConflict } from '../platform/store/retry-on-conflict';
import type { TransactItem } from '../platform/store/table';
import { type Account, readAccount } from './account';
import { addUp, type Charge, chargeForSingle, isFree } from './charge';
import { PURSES, putIntoPurse } from './purse';

type Deps = Pick<Platform, 'table'>;

/**
 * Unit in which purses are filled, the price of a whole message, so that no purse keeps a rest that pays for nothing.
 */
const MESSAGE = chargeForSingle({ isMms: true });
const MOST_MESSAGES = 1_000;
/**
 * Smallest part for a purse. With a smaller one, so many purses would have to be filled again that their sends would
 * queue at the balance.
 */
const FEWEST_MESSAGES = 25;
const FEWEST_PURSES = 16;
/** Retries at a purse: after a conflict, another send has probably filled it. */
const AT_A_PURSE: Partial<ConflictLimits> = { attempts: 2 };

/**
 * Opens all purses of an account at once, each with its part of the balance, because all of them are needed at once.
 */
export async function openPurses({ table }: Deps, accountId: string): Promise<void> {
  await retryOnConflict(table.waits, async () => {
    const item = await table.get(accountKey(accountId));
    if (!item) return undefined;
    const account = readAccount(item);
    if (account.hasPurses) return undefined;
    const [sms, mms] = [partsOf(account.smsCredits, MESSAGE.sms), partsOf(account.mmsCredits, MESSAGE.mms)];
    const parts = sms.map((credits, purse) => ({ sms: credits, mms: mms[purse] ?? 0 }));
    const opened = await commit(table, [
      { write: moveIntoPurses(accountId, addUp(parts), { isOpening: true }), onFail: 'moved' },
      ...required(
        parts.flatMap((part, purse) => (isFree(part) ? [] : [putIntoPurse(accountId, purse, part)])),
      ),
    ]);
    return opened.committed ? undefined : CONFLICT;
  });
}

/** Divides a balance among the purses: equal parts, and a small balance down to the last message. */
function partsOf(balance: number, price: number): number[] {
  const messages = Math.floor(balance / price);
  const each = messagesFor(messages);
  const isEnough = PURSES * each <= messages;
  return Array.from({ length: PURSES }, (_, purse) => {
    if (isEnough) return price * each;
    const hasOneMore = purse < messages % PURSES;
    return price * (Math.floor(messages / PURSES) + (hasOneMore ? 1 : 0));
  });
}

/**
 * Returns the number of messages that a purse is filled for: half of an equal share, so that some is left for purses
 * that are empty first; for a small balance few enough that it is spread over several purses.
 */
function messagesFor(messages: number): number {
  const share = Math.max(FEWEST_MESSAGES, Math.floor(messages / (2 * PURSES)));
  return Math.min(MOST_MESSAGES, share, Math.ceil(messages / FEWEST_PURSES));
}

/**
 * Moves a part of the balance into a purse.
 *
 * @param options.account as it was read, with enough for the charge
 * @returns false when the balance has become too low
 */
export async function fillPurse(
  { table }: Deps,
  options: { account: Account; purse: number; charge: Charge },
): Promise<boolean> {
  const { account, purse, charge } = options;
  const part = {
    sms: partOf({ balance: account.smsCredits, price: MESSAGE.sms, wanted: charge.sms }),
    mms: partOf({ balance: account.mmsCredits, price: MESSAGE.mms, wanted: charge.mms }),
  };
  const filled = await commit(
    table,
    [
      { write: moveIntoPurses(account.id, part, { isOpening: false }), onFail: 'short' },
      ...required([putIntoPurse(account.id, purse, part)]),
    ],
    AT_A_PURSE,
  );
  return filled.committed;
}

function partOf({ balance, price, wanted }: { balance: number; price: number; wanted: number }): number {
  if (wanted === 0) return 0;
  const messages = Math.floor(balance / price);
  return Math.max(wanted, price * messagesFor(messages));
}

/** Builds the write that moves credits from the balance to purses. It removes the known upper bound of the purses. */
function moveIntoPurses(
  accountId: string,
  moved: Charge,
  { isOpening }: { isOpening: boolean },
): TransactItem {
  const isClosed = 'attribute_not_exists(hasPurses) OR hasPurses = :none';
  return {
    Update: {
      Key: accountKey(accountId),
      ...updateExpression(
        {
          ...(isOpening && { set: { hasPurses: true } }),
          remove: ['pursesHoldAtMost'],
          add: { smsCredits: -moved.sms, mmsCredits: -moved.mms, purseFills: 1 },
        },
        {
          values: {
            ':smsNeeded': moved.sms,
            ':mmsNeeded': moved.mms,
            ...(isOpening && { ':none': false }),
          },
        },
      ),
      ConditionExpression: `${isOpening ? `(${isClosed}) AND ` : ''}smsCredits >= :smsNeeded AND mmsCredits >= :mmsNeeded`,
    },
  };
}
