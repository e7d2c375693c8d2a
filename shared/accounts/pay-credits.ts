import type { Platform } from '../platform/platform';
import type { Commit, Part } from '../platform/store/commit';
import {
  CONFLICT,
  type ConflictLimits,
  orConflict,
  retryOnConflict,
} from '../platform/store/retry-on-conflict';
import { type Account, accountItem } from './account';
import { type Charge, isFree } from './charge';
import { takeCredits } from './credit-writes';
import { openCreditShards } from './internal/fill-credit-shards';
import { type Balances, findCredits, isOutOfCredits } from './find-credits';
import { CREDIT_SHARDS, takeFromCreditShard } from './internal/credit-shard';

type Deps = Pick<Platform, 'table'>;
/** Account as the request has read it. */
export type Payer = Pick<Account, 'id'> & Balances;
type Refused<Refusal extends string> = Commit<Refusal | 'insufficientCredits'>;
/** Function that commits a transaction with one part more, the payment. */
type Transact<Refusal extends string> = (
  payment: Array<Part<'insufficientCredits'>>,
  limits: Partial<ConflictLimits>,
) => Promise<Refused<Refusal>>;

/** Retries at the balance. An account whose sends conflict more often than this needs credit shards. */
const BEFORE_CREDIT_SHARDS: Partial<ConflictLimits> = { attempts: 4 };
/** Retries at a credit shard: another credit shard is more likely to be free than the same one a moment later. */
const AT_A_CREDIT_SHARD: Partial<ConflictLimits> = { attempts: 2 };
/**
 * Retries while many sends compete for the last credits. Each conflict has paid for a message of another send, so that
 * this ends within a second or two. The request has the time.
 */
const UNTIL_PAID_OR_OUT: Partial<ConflictLimits> = { attempts: 60, longestPauseMs: 250 };
const OUT = { committed: false, refusal: 'insufficientCredits', found: undefined } as const;

/**
 * Commits a transaction that costs credits: from the balance of the account, or from one of its credit shards when very many
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
  // 1. Charge the balance, unless the account has credit shards.
  if (!account.hasCreditShards) {
    const paid = await orConflict(transact(fromBalance, BEFORE_CREDIT_SHARDS));
    if (paid === CONFLICT) await orConflict(openCreditShards(deps, account.id));
    else if (!isMovedToCreditShards(paid)) return paid;
  }
  const fromCreditShard = (shard: number) => {
    const write = takeFromCreditShard(account.id, shard, charge);
    return orConflict(transact([{ write, onFail: 'insufficientCredits' }], AT_A_CREDIT_SHARD));
  };
  return retryOnConflict(
    deps.table.waits,
    async () => {
      // 2. Charge a credit shard.
      const shard = Math.floor(deps.table.waits.random() * CREDIT_SHARDS);
      const paid = await fromCreditShard(shard);
      if (!isShort(paid)) return paid;
      // 3. That credit shard holds too few: find credits elsewhere.
      const found = await orConflict(findCredits(deps, { accountId: account.id, shard, charge }));
      if (found === CONFLICT) return CONFLICT;
      if (found === 'out') return OUT;
      const again = await (found === 'balance'
        ? orConflict(transact(fromBalance, BEFORE_CREDIT_SHARDS))
        : fromCreditShard(found.shard));
      return isShort(again) ? CONFLICT : again;
    },
    UNTIL_PAID_OR_OUT,
  );
}

const isShort = <Refusal extends string>(paid: Refused<Refusal> | typeof CONFLICT): boolean =>
  paid !== CONFLICT && !paid.committed && paid.refusal === 'insufficientCredits';

/** Returns true when credit shards were opened since the account was read, and hold what the balance lacks. */
const isMovedToCreditShards = <Refusal extends string>(paid: Refused<Refusal>): boolean =>
  !paid.committed &&
  paid.refusal === 'insufficientCredits' &&
  accountItem.readIfAny(paid.found)?.hasCreditShards === true;
