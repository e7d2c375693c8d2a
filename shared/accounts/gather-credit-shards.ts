import type { Platform } from '../platform/platform';
import { commit, required } from '../platform/store/commit';
import { CONFLICT, orConflict, retryOnConflict } from '../platform/store/retry-on-conflict';
import type { Account } from './account';
import { addUp, type Charge, isFree } from './charge';
import { returnCredits } from './credit-writes';
import { balanceRead } from './insufficient-credits';
import { emptyCreditShard, creditShardKeys, CREDIT_SHARDS, readCreditShard } from './internal/credit-shard';

type Deps = Pick<Platform, 'table'>;

const CREDIT_SHARDS_A_TRANSACTION = 16;

/** Returns the credits in each credit shard of an account. */
export async function readCreditShards(
  { table }: Deps,
  accountId: string,
  options: { eventuallyConsistent?: boolean } = {},
): Promise<Charge[]> {
  const items = await table.batchGet(creditShardKeys(accountId), options);
  return items.map((item) => readCreditShard(item));
}

/** Returns all credits of an account: its balance and those in its credit shards. */
export async function balanceOf(
  deps: Deps,
  account: Pick<Account, 'id' | 'hasCreditShards' | 'smsCredits' | 'mmsCredits'>,
): Promise<Charge> {
  const balance = balanceRead(account);
  return account.hasCreditShards ? addUp([balance, ...(await readCreditShards(deps, account.id))]) : balance;
}

/**
 * Moves the credits of the account's credit shards back to its balance, for a charge that needs more than one credit shard. A credit shard
 * that sends keep charging is left as it is.
 */
export async function gatherCreditShards(deps: Deps, accountId: string): Promise<void> {
  const keys = creditShardKeys(accountId);
  for (let from = 0; from < CREDIT_SHARDS; from += CREDIT_SHARDS_A_TRANSACTION) {
    await gatherSome(deps, { accountId, from, keys: keys.slice(from, from + CREDIT_SHARDS_A_TRANSACTION) });
  }
}

async function gatherSome(
  deps: Deps,
  { accountId, from, keys }: { accountId: string; from: number; keys: ReturnType<typeof creditShardKeys> },
): Promise<void> {
  // While sends charge these credit shards, their credits are being used.
  await orConflict(
    retryOnConflict(
      deps.table.waits,
      async () => {
        const items = await deps.table.batchGet(keys);
        const held = items
          .map((item, index) => ({ shard: from + index, credits: readCreditShard(item) }))
          .filter(({ credits }) => !isFree(credits));
        if (held.length === 0) return undefined;
        const all = addUp(held.map(({ credits }) => credits));
        const result = await commit(deps.table, [
          ...held.map(({ shard, credits }) => ({
            write: emptyCreditShard(accountId, shard, credits),
            onFail: 'moved' as const,
          })),
          ...required([returnCredits(accountId, all)]),
        ]);
        return result.committed ? undefined : CONFLICT;
      },
      { attempts: 5, longestPauseMs: 100 },
    ),
  );
}
