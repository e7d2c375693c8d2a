import type { Platform } from '../platform/platform';
import { updateExpression } from '../platform/store/expressions';
import { accountKey } from '../platform/store/keys';
import { CONFLICT } from '../platform/store/retry-on-conflict';
import { type Account, readAccount } from './account';
import { addUp, type Charge } from './charge';
import { fillCreditShard, openCreditShards } from './internal/fill-credit-shards';
import { gatherCreditShards, readCreditShards } from './gather-credit-shards';
import { balanceRead } from './insufficient-credits';

type Deps = Pick<Platform, 'table'>;
export type Balances = Pick<
  Account,
  'smsCredits' | 'mmsCredits' | 'hasCreditShards' | 'creditShardsHoldAtMost'
>;

const canPay = (credits: Charge, charge: Charge) => credits.sms >= charge.sms && credits.mms >= charge.mms;

/**
 * Returns true when an account, as it was read, has too few credits for a charge: its balance and the upper bound of
 * its credit shards together do not pay for it. This refusal reads nothing, so that an account that is out of credits takes no
 * longer at any rate of requests.
 */
export function isOutOfCredits(account: Balances, charge: Charge): boolean {
  const most = mostCredits(account);
  return most !== undefined && !canPay(most, charge);
}

/** Returns the most credits that an account can have, as it was read; `undefined` when its credit shards are not known. */
export function mostCredits(account: Balances): Charge | undefined {
  const { hasCreditShards, creditShardsHoldAtMost } = account;
  const balance = balanceRead(account);
  if (!hasCreditShards) return balance;
  return creditShardsHoldAtMost && addUp([balance, creditShardsHoldAtMost]);
}

/**
 * Finds credits when a credit shard holds too few: in the balance, from which the credit shard is filled; in another credit shard; or in
 * small parts, which are gathered in the balance. When there are too few altogether, it stores the upper bound of the
 * credit shards for the requests that follow.
 *
 * @returns a credit shard that held enough, the balance, `out` when all credits together are too few, CONFLICT when they have
 *   been moved concurrently
 */
export async function findCredits(
  deps: Deps,
  options: { accountId: string; shard: number; charge: Charge },
): Promise<{ shard: number } | 'balance' | 'out' | typeof CONFLICT> {
  const { accountId, shard, charge } = options;
  const item = await deps.table.get(accountKey(accountId));
  if (!item) return 'out';
  const account = readAccount(item);
  if (isOutOfCredits(account, charge)) return 'out';
  if (!account.hasCreditShards) {
    await openCreditShards(deps, accountId);
    return CONFLICT;
  }
  const balance = balanceRead(account);
  if (canPay(balance, charge)) {
    return (await fillCreditShard(deps, { account, shard, charge })) ? { shard } : CONFLICT;
  }
  for (const eventuallyConsistent of [true, false]) {
    const shards = await readCreditShards(deps, accountId, { eventuallyConsistent });
    const able = shards.flatMap((credits, index) => (canPay(credits, charge) ? [index] : []));
    const any = able[Math.floor(deps.table.waits.random() * able.length)];
    if (any !== undefined) return { shard: any };
    if (eventuallyConsistent) continue;
    const held = addUp(shards);
    if (!canPay(addUp([balance, held]), charge)) return noteHeld(deps, account, held);
  }
  await gatherCreditShards(deps, accountId);
  return 'balance';
}

/** Stores the upper bound of the credit shards, unless credits have been moved or added since the account was read. */
async function noteHeld({ table }: Deps, account: Account, held: Charge): Promise<'out' | typeof CONFLICT> {
  const { written } = await table.update({
    Key: accountKey(account.id),
    ...updateExpression(
      { set: { creditShardsHoldAtMost: held } },
      {
        values: {
          ':sms': account.smsCredits,
          ':mms': account.mmsCredits,
          ...(account.creditShardFills !== undefined && { ':fills': account.creditShardFills }),
        },
      },
    ),
    ConditionExpression: `smsCredits = :sms AND mmsCredits = :mms AND ${
      account.creditShardFills === undefined
        ? 'attribute_not_exists(creditShardFills)'
        : 'creditShardFills = :fills'
    }`,
  });
  return written ? 'out' : CONFLICT;
}
