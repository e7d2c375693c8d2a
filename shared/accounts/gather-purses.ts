import type { Platform } from '../platform/platform';
import { commit, required } from '../platform/store/commit';
import { CONFLICT, retryOnConflict, StoreBusyError } from '../platform/store/retry-on-conflict';
import type { Account } from './account';
import { addUp, type Charge, isFree } from './charge';
import { returnCredits } from './credit-writes';
import { balanceRead } from './insufficient-credits';
import { emptyPurse, purseKeys, PURSES, readPurse } from './purse';

type Deps = Pick<Platform, 'table'>;

const PURSES_A_TRANSACTION = 16;

/** Returns the credits in each purse of an account. */
export async function readPurses(
  { table }: Deps,
  accountId: string,
  options: { eventuallyConsistent?: boolean } = {},
): Promise<Charge[]> {
  const items = await table.batchGet(purseKeys(accountId), options);
  return items.map((item) => readPurse(item));
}

/** Returns all credits of an account: its balance and those in its purses. */
export async function balanceOf(
  deps: Deps,
  account: Pick<Account, 'id' | 'hasPurses' | 'smsCredits' | 'mmsCredits'>,
): Promise<Charge> {
  const balance = balanceRead(account);
  return account.hasPurses ? addUp([balance, ...(await readPurses(deps, account.id))]) : balance;
}

/**
 * Moves the credits of the account's purses back to its balance, for a charge that needs more than one purse. A purse
 * that sends keep charging is left as it is.
 */
export async function gatherPurses(deps: Deps, accountId: string): Promise<void> {
  const keys = purseKeys(accountId);
  for (let from = 0; from < PURSES; from += PURSES_A_TRANSACTION) {
    await gatherSome(deps, { accountId, from, keys: keys.slice(from, from + PURSES_A_TRANSACTION) });
  }
}

async function gatherSome(
  deps: Deps,
  { accountId, from, keys }: { accountId: string; from: number; keys: ReturnType<typeof purseKeys> },
): Promise<void> {
  try {
    await retryOnConflict(
      deps.table.waits,
      async () => {
        const items = await deps.table.batchGet(keys);
        const held = items
          .map((item, index) => ({ purse: from + index, credits: readPurse(item) }))
          .filter(({ credits }) => !isFree(credits));
        if (held.length === 0) return undefined;
        const all = addUp(held.map(({ credits }) => credits));
        const result = await commit(deps.table, [
          ...held.map(({ purse, credits }) => ({
            write: emptyPurse(accountId, purse, credits),
            onFail: 'moved' as const,
          })),
          ...required([returnCredits(accountId, all)]),
        ]);
        return result.committed ? undefined : CONFLICT;
      },
      { attempts: 5, longestPauseMs: 100 },
    );
  } catch (error) {
    // Sends are charging these purses right now, so their credits are being used.
    if (!(error instanceof StoreBusyError)) throw error;
  }
}
