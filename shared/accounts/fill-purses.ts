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

/** Purses hold what whole messages cost, so that none keeps a rest that pays for nothing. */
const MESSAGE = chargeForSingle({ isMms: true });
const MOST_MESSAGES = 1_000;
/** A smaller part would have so many purses filled again that their sends would queue at the balance. */
const FEWEST_MESSAGES = 25;
const FEWEST_PURSES = 16;
/** Another send has filled the purse more likely than not. */
const AT_A_PURSE: Partial<ConflictLimits> = { attempts: 2 };

/** Opens all purses of an account at once, each with its part of the balance: all of them are wanted the next moment. */
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

/** What each purse gets of a balance: as much as the others, of a small one to the last message. */
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
 * Messages that a purse gets the price of: half of an equal share, so that there is some left for those that are empty first;
 * of a small balance so many that it is in several purses soon.
 */
function messagesFor(messages: number): number {
  const share = Math.max(FEWEST_MESSAGES, Math.floor(messages / (2 * PURSES)));
  return Math.min(MOST_MESSAGES, share, Math.ceil(messages / FEWEST_PURSES));
}

/**
 * Puts a part of the balance into a purse.
 *
 * @param options.account as it was read, with enough for the charge
 * @returns false when the balance has too little by now
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

/** Takes credits from the balance that purses get. What was known of all purses holds no longer. */
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
