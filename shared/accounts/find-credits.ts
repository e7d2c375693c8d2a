import type { Platform } from '../platform/platform';
import { updateExpression } from '../platform/store/expressions';
import { accountKey } from '../platform/store/keys';
import { CONFLICT } from '../platform/store/retry-on-conflict';
import { type Account, readAccount } from './account';
import { addUp, type Charge } from './charge';
import { fillPurse, openPurses } from './fill-purses';
import { gatherPurses, readPurses } from './gather-purses';
import { balanceRead } from './insufficient-credits';

type Deps = Pick<Platform, 'table'>;
export type Balances = Pick<Account, 'smsCredits' | 'mmsCredits' | 'hasPurses' | 'pursesHoldAtMost'>;

const canPay = (credits: Charge, charge: Charge) => credits.sms >= charge.sms && credits.mms >= charge.mms;

/**
 * Returns true when an account, as it was read, has too few credits for a charge: its balance and the upper bound of
 * its purses together do not pay for it. This refusal reads nothing, so that an account that is out of credits takes no
 * longer at any rate of requests.
 */
export function isOutOfCredits(account: Balances, charge: Charge): boolean {
  const most = mostCredits(account);
  return most !== undefined && !canPay(most, charge);
}

/** Returns the most credits that an account can have, as it was read; `undefined` when its purses are not known. */
export function mostCredits(account: Balances): Charge | undefined {
  const { hasPurses, pursesHoldAtMost } = account;
  const balance = balanceRead(account);
  if (!hasPurses) return balance;
  return pursesHoldAtMost && addUp([balance, pursesHoldAtMost]);
}

/**
 * Finds credits when a purse holds too few: in the balance, from which the purse is filled; in another purse; or in
 * small parts, which are gathered in the balance. When there are too few altogether, it stores the upper bound of the
 * purses for the requests that follow.
 *
 * @returns a purse that held enough, the balance, `out` when all credits together are too few, CONFLICT when they have
 *   been moved concurrently
 */
export async function findCredits(
  deps: Deps,
  options: { accountId: string; purse: number; charge: Charge },
): Promise<{ purse: number } | 'balance' | 'out' | typeof CONFLICT> {
  const { accountId, purse, charge } = options;
  const item = await deps.table.get(accountKey(accountId));
  if (!item) return 'out';
  const account = readAccount(item);
  if (isOutOfCredits(account, charge)) return 'out';
  if (!account.hasPurses) {
    await openPurses(deps, accountId);
    return CONFLICT;
  }
  const balance = balanceRead(account);
  if (canPay(balance, charge)) {
    return (await fillPurse(deps, { account, purse, charge })) ? { purse } : CONFLICT;
  }
  for (const eventuallyConsistent of [true, false]) {
    const purses = await readPurses(deps, accountId, { eventuallyConsistent });
    const able = purses.flatMap((credits, index) => (canPay(credits, charge) ? [index] : []));
    const any = able[Math.floor(deps.table.waits.random() * able.length)];
    if (any !== undefined) return { purse: any };
    if (eventuallyConsistent) continue;
    const held = addUp(purses);
    if (!canPay(addUp([balance, held]), charge)) return noteHeld(deps, account, held);
  }
  await gatherPurses(deps, accountId);
  return 'balance';
}

/** Stores the upper bound of the purses, unless credits have been moved or added since the account was read. */
async function noteHeld({ table }: Deps, account: Account, held: Charge): Promise<'out' | typeof CONFLICT> {
  const { written } = await table.update({
    Key: accountKey(account.id),
    ...updateExpression(
      { set: { pursesHoldAtMost: held } },
      {
        values: {
          ':sms': account.smsCredits,
          ':mms': account.mmsCredits,
          ...(account.purseFills !== undefined && { ':fills': account.purseFills }),
        },
      },
    ),
    ConditionExpression: `smsCredits = :sms AND mmsCredits = :mms AND ${
      account.purseFills === undefined ? 'attribute_not_exists(purseFills)' : 'purseFills = :fills'
    }`,
  });
  return written ? 'out' : CONFLICT;
}
