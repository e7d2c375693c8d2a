import type { Platform } from '../../platform/platform';
import { commit, required } from '../../platform/store/commit';
import { updateExpression } from '../../platform/store/expressions';
import { accountKey } from '../../platform/store/keys';
import {
  CONFLICT,
  type ConflictLimits,
  orConflict,
  retryOnConflict,
} from '../../platform/store/retry-on-conflict';
import type { TransactItem } from '../../platform/store/table';
import { type Account, readAccount } from '../account';
import { addUp, type Charge, chargeForSingle, isFree } from '../charge';
import { CREDIT_SHARDS, putIntoCreditShard } from './credit-shard';

type Deps = Pick<Platform, 'table'>;

/**
 * Unit in which credit shards are filled, the price of a whole message, so that no credit shard keeps a rest that pays for nothing.
 */
const MESSAGE = chargeForSingle({ isMms: true });
const MOST_MESSAGES = 1_000;
/**
 * Smallest part for a credit shard. With a smaller one, so many credit shards would have to be filled again that their sends would
 * queue at the balance.
 */
const FEWEST_MESSAGES = 25;
const FEWEST_CREDIT_SHARDS = 16;
/** Retries at a credit shard: after a conflict, another send has probably filled it. */
const AT_A_CREDIT_SHARD: Partial<ConflictLimits> = { attempts: 2 };
/** After a conflict, another send has probably opened them: to write to all of them again would be in the way of every send. */
const BEFORE_READING_AGAIN: Partial<ConflictLimits> = { attempts: 1 };

/**
 * Opens all credit shards of an account at once, each with its part of the balance, because all of them are needed at once.
 */
export async function openCreditShards({ table }: Deps, accountId: string): Promise<void> {
  await retryOnConflict(table.waits, async () => {
    const item = await table.get(accountKey(accountId));
    if (!item) return undefined;
    const account = readAccount(item);
    if (account.hasCreditShards) return undefined;
    const [sms, mms] = [partsOf(account.smsCredits, MESSAGE.sms), partsOf(account.mmsCredits, MESSAGE.mms)];
    const parts = sms.map((credits, shard) => ({ sms: credits, mms: mms[shard] ?? 0 }));
    const opened = await orConflict(
      commit(
        table,
        [
          { write: moveIntoCreditShards(accountId, addUp(parts), { isOpening: true }), onFail: 'moved' },
          ...required(
            parts.flatMap((part, shard) =>
              isFree(part) ? [] : [putIntoCreditShard(accountId, shard, part)],
            ),
          ),
        ],
        BEFORE_READING_AGAIN,
      ),
    );
    return opened !== CONFLICT && opened.committed ? undefined : CONFLICT;
  });
}

/** Divides a balance among the credit shards: equal parts, and a small balance down to the last message. */
function partsOf(balance: number, price: number): number[] {
  const messages = Math.floor(balance / price);
  const each = messagesFor(messages);
  const isEnough = CREDIT_SHARDS * each <= messages;
  return Array.from({ length: CREDIT_SHARDS }, (_, shard) => {
    if (isEnough) return price * each;
    const hasOneMore = shard < messages % CREDIT_SHARDS;
    return price * (Math.floor(messages / CREDIT_SHARDS) + (hasOneMore ? 1 : 0));
  });
}

/**
 * Returns the number of messages that a credit shard is filled for: half of an equal share, so that some is left for credit shards
 * that are empty first; for a small balance few enough that it is spread over several credit shards.
 */
function messagesFor(messages: number): number {
  const share = Math.max(FEWEST_MESSAGES, Math.floor(messages / (2 * CREDIT_SHARDS)));
  return Math.min(MOST_MESSAGES, share, Math.ceil(messages / FEWEST_CREDIT_SHARDS));
}

/**
 * Moves a part of the balance into a credit shard.
 *
 * @param options.account as it was read, with enough for the charge
 * @returns false when the balance has become too low
 */
export async function fillCreditShard(
  { table }: Deps,
  options: { account: Account; shard: number; charge: Charge },
): Promise<boolean> {
  const { account, shard, charge } = options;
  const part = {
    sms: partOf({ balance: account.smsCredits, price: MESSAGE.sms, wanted: charge.sms }),
    mms: partOf({ balance: account.mmsCredits, price: MESSAGE.mms, wanted: charge.mms }),
  };
  const filled = await commit(
    table,
    [
      { write: moveIntoCreditShards(account.id, part, { isOpening: false }), onFail: 'short' },
      ...required([putIntoCreditShard(account.id, shard, part)]),
    ],
    AT_A_CREDIT_SHARD,
  );
  return filled.committed;
}

function partOf({ balance, price, wanted }: { balance: number; price: number; wanted: number }): number {
  if (wanted === 0) return 0;
  const messages = Math.floor(balance / price);
  return Math.max(wanted, price * messagesFor(messages));
}

/** Builds the write that moves credits from the balance to credit shards. It removes the known upper bound of the credit shards. */
function moveIntoCreditShards(
  accountId: string,
  moved: Charge,
  { isOpening }: { isOpening: boolean },
): TransactItem {
  const isClosed = 'attribute_not_exists(hasCreditShards) OR hasCreditShards = :none';
  return {
    Update: {
      Key: accountKey(accountId),
      ...updateExpression(
        {
          ...(isOpening && { set: { hasCreditShards: true } }),
          remove: ['creditShardsHoldAtMost'],
          add: { smsCredits: -moved.sms, mmsCredits: -moved.mms, creditShardFills: 1 },
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
