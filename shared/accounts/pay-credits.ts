import type { Platform } from '../platform/platform';
import type { Commit, Part } from '../platform/store/commit';
import {
  CONFLICT,
  type ConflictLimits,
  retryOnConflict,
  StoreBusyError,
} from '../platform/store/retry-on-conflict';
import { type Account, accountItem } from './account';
import { type Charge, isFree } from './charge';
import { takeCredits } from './credit-writes';
import { openPurses } from './fill-purses';
import { type Balances, findCredits, isOutOfCredits } from './find-credits';
import { PURSES, takeFromPurse } from './purse';

type Deps = Pick<Platform, 'table'>;
/** Account as the request has read it. */
export type Payer = Pick<Account, 'id'> & Balances;
type Refused<Refusal extends string> = Commit<Refusal | 'insufficientCredits'>;
/** Function that commits a transaction with one part more, the payment. */
type Transact<Refusal extends string> = (
  payment: Array<Part<'insufficientCredits'>>,
  limits: Partial<ConflictLimits>,
) => Promise<Refused<Refusal>>;

/** Retries at the balance. An account whose sends conflict more often than this needs purses. */
const BEFORE_PURSES: Partial<ConflictLimits> = { attempts: 4 };
/** Retries at a purse: another purse is more likely to be free than the same one a moment later. */
const AT_A_PURSE: Partial<ConflictLimits> = { attempts: 2 };
/**
 * Retries while many sends compete for the last credits. Each conflict has paid for a message of another send, so that
 * this ends within a second or two. The request has the time.
 */
const UNTIL_PAID_OR_OUT: Partial<ConflictLimits> = { attempts: 60, longestPauseMs: 250 };
const OUT = { committed: false, refusal: 'insufficientCredits', found: undefined } as const;

/**
 * Commits a transaction that costs credits: from the balance of the account, or from one of its purses when very many
 * transactions use the balance at once.
 *
 * No credit is charged twice or lost: each transaction either takes its charge from one place or does not happen. A
 * send is refused when at one moment since its request came in, all credits of the account together were too few for
 * it.
 *
 * **Source:** rules 8.4.
 */
export async function payCredits<Refusal extends string>(
  deps: Deps,
  options: { account: Payer; charge: Charge; transact: Transact<Refusal> },
): Promise<Refused<Refusal>> {
  const { account, charge, transact } = options;
  if (isFree(charge)) return transact([], {});
  if (isOutOfCredits(account, charge)) return OUT;
  const fromBalance = [{ write: takeCredits(account.id, charge), onFail: 'insufficientCredits' as const }];
  // 1. Charge the balance, unless the account has purses.
  if (!account.hasPurses) {
    const paid = await orConflict(transact(fromBalance, BEFORE_PURSES));
    if (paid === CONFLICT) await orConflict(openPurses(deps, account.id));
    else if (!isMovedToPurses(paid)) return paid;
  }
  const fromPurse = (purse: number) => {
    const write = takeFromPurse(account.id, purse, charge);
    return orConflict(transact([{ write, onFail: 'insufficientCredits' }], AT_A_PURSE));
  };
  return retryOnConflict(
    deps.table.waits,
    async () => {
      // 2. Charge a purse.
      const purse = Math.floor(deps.table.waits.random() * PURSES);
      const paid = await fromPurse(purse);
      if (!isShort(paid)) return paid;
      // 3. That purse holds too few: find credits elsewhere.
      const found = await orConflict(findCredits(deps, { accountId: account.id, purse, charge }));
      if (found === CONFLICT) return CONFLICT;
      if (found === 'out') return OUT;
      const again = await (found === 'balance'
        ? orConflict(transact(fromBalance, BEFORE_PURSES))
        : fromPurse(found.purse));
      return isShort(again) ? CONFLICT : again;
    },
    UNTIL_PAID_OR_OUT,
  );
}

const isShort = <Refusal extends string>(paid: Refused<Refusal> | typeof CONFLICT): boolean =>
  paid !== CONFLICT && !paid.committed && paid.refusal === 'insufficientCredits';

/** Returns true when purses were opened since the account was read, and hold what the balance lacks. */
const isMovedToPurses = <Refusal extends string>(paid: Refused<Refusal>): boolean =>
  !paid.committed &&
  paid.refusal === 'insufficientCredits' &&
  accountItem.readIfAny(paid.found)?.hasPurses === true;

async function orConflict<Result>(result: Promise<Result>): Promise<Result | typeof CONFLICT> {
  try {
    return await result;
  } catch (error) {
    if (error instanceof StoreBusyError) return CONFLICT;
    throw error;
  }
}
