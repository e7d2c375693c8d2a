import { ServiceError } from '../errors/service-error';
import type { Platform } from '../platform/platform';
import type { TransactItem } from '../platform/store/table';
import { type Commit, commit, type Part, required } from '../platform/store/commit';
import { updateExpression } from '../platform/store/expressions';
import { accountKey } from '../platform/store/keys';
import {
  CONFLICT,
  type ConflictLimits,
  retryOnConflict,
  StoreBusyError,
} from '../platform/store/retry-on-conflict';
import { type Account, readAccount } from './account';
import { type Charge, isFree } from './charge';
import { returnCredits, takeCredits } from './credit-writes';
import { emptyPurse, purseKeys, PURSES, putIntoPurse, readPurse, takeFromPurse } from './purse';

type Deps = Pick<Platform, 'table'>;
type Payer = Pick<Account, 'id' | 'hasPurses'>;
/** A transaction with one part more, the one that pays. */
type Transact<Refusal extends string> = (
  payment: Array<Part<'insufficientCredits'>>,
  limits: Partial<ConflictLimits>,
) => Promise<Commit<Refusal | 'insufficientCredits'>>;

/** An account whose sends conflict more often than this has too many for one balance. */
const BEFORE_PURSES: Partial<ConflictLimits> = { attempts: 4 };
/** Another purse is free more likely than the same one a moment later. */
const AT_A_PURSE: Partial<ConflictLimits> = { attempts: 2 };
const LARGEST_BLOCK = 2_000;
const PURSES_A_TRANSACTION = 16;

/**
 * Commits a transaction that costs credits: from the balance of the account, and where very many transactions want that at
 * once, from one of its purses.
 *
 * No credit is taken twice or lost: each transaction either takes its charge from one place or does not happen. No send
 * that could be paid is refused: before that, what all purses hold goes back to the balance.
 *
 * **Source:** rules 8.4.
 */
export async function payCredits<Refusal extends string>(
  deps: Deps,
  options: { account: Payer; charge: Charge; transact: Transact<Refusal> },
): Promise<Commit<Refusal | 'insufficientCredits'>> {
  const { account, charge, transact } = options;
  if (isFree(charge)) return transact([], {});
  const fromBalance = [{ write: takeCredits(account.id, charge), onFail: 'insufficientCredits' as const }];
  // 1. From the balance, where it is not wanted by many.
  if (!account.hasPurses) {
    try {
      return await transact(fromBalance, BEFORE_PURSES);
    } catch (error) {
      if (!(error instanceof StoreBusyError)) throw error;
      await orConflict(openPurses(deps, account.id));
    }
  }
  let purse = anyPurse(deps);
  return retryOnConflict(deps.table.waits, async () => {
    // 2. From a purse.
    const write = takeFromPurse(account.id, purse, charge);
    const paid = await orConflict(transact([{ write, onFail: 'insufficientCredits' }], AT_A_PURSE));
    if (paid === CONFLICT) purse = anyPurse(deps);
    if (paid === CONFLICT || paid.committed || paid.refusal !== 'insufficientCredits') return paid;
    // 3. That one is empty: it gets a part of the balance, which pays at the next attempt.
    const refilled = await orConflict(refillPurse(deps, { account, purse, charge }));
    if (refilled === CONFLICT || refilled === 'refilled') return CONFLICT;
    // 4. The balance is nearly empty as well: what other purses hold decides.
    await gatherPurses(deps, account.id);
    return orConflict(transact(fromBalance, {}));
  });
}

const anyPurse = ({ table }: Deps) => Math.floor(table.waits.random() * PURSES);

async function orConflict<Result>(result: Promise<Result>): Promise<Result | typeof CONFLICT> {
  try {
    return await result;
  } catch (error) {
    if (error instanceof StoreBusyError) return CONFLICT;
    throw error;
  }
}

/** Opens all purses of an account at once, each with its part of the balance: all of them are wanted the next moment. */
async function openPurses({ table }: Deps, accountId: string): Promise<void> {
  await retryOnConflict(table.waits, async () => {
    const item = await table.get(accountKey(accountId));
    if (!item) return undefined;
    const { smsCredits, mmsCredits, hasPurses } = readAccount(item);
    if (hasPurses) return undefined;
    const block = { sms: blockOf(smsCredits, 0), mms: blockOf(mmsCredits, 0) };
    const opened = await commit(table, [
      { write: openingOf(accountId, block), onFail: 'moved' },
      ...required(Array.from({ length: PURSES }, (_, purse) => putIntoPurse(accountId, purse, block))),
    ]);
    return opened.committed ? undefined : CONFLICT;
  });
}

function openingOf(accountId: string, block: Charge): TransactItem {
  const all = { sms: PURSES * block.sms, mms: PURSES * block.mms };
  return {
    Update: {
      Key: accountKey(accountId),
      ...updateExpression(
        { set: { hasPurses: true }, add: { smsCredits: -all.sms, mmsCredits: -all.mms } },
        { values: { ':smsNeeded': all.sms, ':mmsNeeded': all.mms, ':none': false } },
      ),
      ConditionExpression:
        '(attribute_not_exists(hasPurses) OR hasPurses = :none) AND smsCredits >= :smsNeeded AND mmsCredits >= :mmsNeeded',
    },
  };
}

/** Puts a part of the balance into a purse, unless the balance is short. */
async function refillPurse(
  deps: Deps,
  options: { account: Payer; purse: number; charge: Charge },
): Promise<'refilled' | 'short'> {
  const { account, purse, charge } = options;
  const item = await deps.table.get(accountKey(account.id));
  if (!item) return 'short';
  const { smsCredits, mmsCredits, hasPurses } = readAccount(item);
  if (!hasPurses) {
    await openPurses(deps, account.id);
    return 'refilled';
  }
  const block = {
    sms: charge.sms && blockOf(smsCredits, charge.sms),
    mms: charge.mms && blockOf(mmsCredits, charge.mms),
  };
  const result = await commit(
    deps.table,
    [
      { write: takeCredits(account.id, block), onFail: 'short' },
      ...required([putIntoPurse(account.id, purse, block)]),
    ],
    AT_A_PURSE,
  );
  return result.committed ? 'refilled' : result.refusal;
}

/** A part of the balance that leaves some for the other purses, and pays for what is wanted. */
function blockOf(balance: number, wanted: number): number {
  return Math.max(wanted, Math.min(LARGEST_BLOCK, Math.floor(balance / (2 * PURSES))));
}

/**
 * Puts what the account's purses hold back to its balance, for what needs more than one purse: a job, the last credits. A
 * purse that sends keep taking from is left as it is.
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
    // Sends take from these at this very moment; they can be paid.
    if (!(error instanceof StoreBusyError)) throw error;
  }
}

const addUp = (credits: Charge[]): Charge => ({
  sms: credits.reduce((total, { sms }) => total + sms, 0),
  mms: credits.reduce((total, { mms }) => total + mms, 0),
});

/** All credits of an account: its balance, and what its purses hold. */
export async function balanceOf(
  { table }: Deps,
  account: Pick<Account, 'id' | 'hasPurses' | 'smsCredits' | 'mmsCredits'>,
): Promise<Charge> {
  const balance = balanceRead(account);
  if (!account.hasPurses) return balance;
  const purses = await table.batchGet(purseKeys(account.id));
  return addUp([balance, ...purses.map((item) => readPurse(item))]);
}

/** The balance of an account when it was read, without its purses. */
export const balanceRead = ({
  smsCredits,
  mmsCredits,
}: Pick<Account, 'smsCredits' | 'mmsCredits'>): Charge => ({
  sms: smsCredits,
  mms: mmsCredits,
});

/**
 * The error of a charge that is refused.
 *
 * @param balance as it was read; absent where purses hold a part of it that was not read
 */
export function insufficientCredits(charge: Charge, balance: Charge | undefined): ServiceError {
  if (!balance) {
    return new ServiceError('InsufficientCredits', { cause: charge.mms > 0 ? 'smsOrMms' : 'sms' });
  }
  const [lacksSms, lacksMms] = [balance.sms < charge.sms, balance.mms < charge.mms];
  const lacking = lacksSms && lacksMms ? 'smsAndMms' : lacksSms ? 'sms' : lacksMms ? 'mms' : undefined;
  return new ServiceError('InsufficientCredits', { cause: lacking ?? 'spentMeanwhile' });
}
