import { BatchGetCommand } from '@aws-sdk/lib-dynamodb';
import { addCredits, findAccount } from '../../../../shared/accounts/account-store';
import type { Charge } from '../../../../shared/accounts/charge';
import { returnCredits } from '../../../../shared/accounts/credit-writes';
import { fillCreditShard, openCreditShards } from '../../../../shared/accounts/internal/fill-credit-shards';
import {
  balanceOf,
  gatherCreditShards,
  readCreditShards,
} from '../../../../shared/accounts/gather-credit-shards';
import { type Payer, payCredits } from '../../../../shared/accounts/pay-credits';
import {
  creditShardKeys,
  CREDIT_SHARDS,
  putIntoCreditShard,
  readCreditShard,
} from '../../../../shared/accounts/internal/credit-shard';
import { commit, type Part } from '../../../../shared/platform/store/commit';
import { accountKey } from '../../../../shared/platform/store/keys';
import { Table } from '../../../../shared/platform/store/table';
import { createAccount } from '../../../../shared/accounts/create-account';
import { useEngine } from '../../../support/engines/engine';
import { conflictingTable, wrappedTable } from '../../../support/faults/faulty-client';
import { readCredits } from '../../../support/sending/read-credits';
import { systemClock } from '../../../../shared/platform/clock';
import { createIds } from '../../../../shared/platform/ids';

const engine = useEngine();

const open = (settings: { smsCredits: number; mmsCredits?: number; hasCreditShards?: boolean }) =>
  createAccount(
    { table: engine.table, clock: systemClock, ids: createIds(systemClock) },
    { name: 'Acme', ...settings },
  );
let paid = 0;
/** Account as it was read before its deletion. */
const GONE: Payer = {
  id: 'acc_gone',
  hasCreditShards: true,
  smsCredits: 2,
  mmsCredits: 0,
  creditShardsHoldAtMost: undefined,
};

/** Pays for an item that is written once. */
async function pay({ id }: { id: string }, charge: Charge, table = engine.table) {
  // As a request reads it.
  const account: Payer = (await findAccount(engine.table, id)) ?? { ...GONE, id };
  const write = { Put: { Item: { pk: `PAID#${id}#${(paid += 1)}`, sk: 'PAID' } } };
  return payCredits<never>(
    { table },
    { account, charge, transact: (payment, limits) => commit(table, [{ write }, ...payment], limits) },
  );
}

const heldByCreditShards = async (accountId: string) => {
  const items = await engine.table.batchGet(creditShardKeys(accountId));
  return items.reduce((total, item) => total + readCreditShard(item).sms, 0);
};

describe('payments (rules 8.4)', () => {
  it('come from the balance while few want it', async () => {
    const account = await open({ smsCredits: 10 });
    expect(await pay(account, { sms: 2, mms: 0 })).toEqual({ committed: true });
    expect(await findAccount(engine.table, account.id)).toMatchObject({
      smsCredits: 8,
      hasCreditShards: false,
    });
    expect(await pay(account, { sms: 9, mms: 0 })).toMatchObject({ refusal: 'insufficientCredits' });
    expect(await readCredits(engine.table, account.id)).toEqual({ sms: 8, mms: 0 });
  });

  it('come from credit shards where they are open, to the last credit', async () => {
    const account = await open({ smsCredits: 1_000, mmsCredits: 3, hasCreditShards: true });
    for (let count = 0; count < 3; count++) {
      expect(await pay(account, { sms: 2, mms: 1 })).toEqual({ committed: true });
    }
    expect(await pay(account, { sms: 2, mms: 1 })).toMatchObject({ refusal: 'insufficientCredits' });
    expect(await readCredits(engine.table, account.id)).toEqual({ sms: 994, mms: 0 });
    for (let count = 0; count < 497; count++) {
      expect(await pay(account, { sms: 2, mms: 0 })).toEqual({ committed: true });
    }
    expect(await pay(account, { sms: 2, mms: 0 })).toMatchObject({ refusal: 'insufficientCredits' });
    expect(await readCredits(engine.table, account.id)).toEqual({ sms: 0, mms: 0 });
  });

  it('use the credit shard that they filled, also when the balance pays for no more than one send in each', async () => {
    const account = await open({ smsCredits: 60, hasCreditShards: true });
    let calls = 0;
    const waits = {
      pause: async () => undefined,
      random: () => ((calls += 1) % CREDIT_SHARDS) / CREDIT_SHARDS,
    };
    const table = new Table(engine.documents, engine.table.name, waits);
    for (let count = 0; count < 30; count++) {
      expect(await pay(account, { sms: 2, mms: 0 }, table)).toEqual({ committed: true });
    }
    expect(await readCredits(engine.table, account.id)).toEqual({ sms: 0, mms: 0 });
  });

  it('at once, for more than there is: as many as there is money for', async () => {
    const account = await open({ smsCredits: 301 });
    const results = await Promise.all(
      Array.from({ length: 200 }, async () => pay(account, { sms: 2, mms: 0 })),
    );
    expect(results.filter(({ committed }) => committed)).toHaveLength(150);
    expect(await readCredits(engine.table, account.id)).toEqual({ sms: 1, mms: 0 });
  });

  it('that cost nothing take nothing, of an account with nothing', async () => {
    const account = await open({ smsCredits: 0 });
    expect(await pay(account, { sms: 0, mms: 0 })).toEqual({ committed: true });
  });

  it('end in a refusal when the account is gone', async () => {
    expect(await pay(GONE, { sms: 2, mms: 0 })).toMatchObject({ refusal: 'insufficientCredits' });
  });
});

describe('shards', () => {
  it('are part of the balance, and give back what they hold', async () => {
    const account = await open({ smsCredits: 100_000, mmsCredits: 500, hasCreditShards: true });
    await Promise.all(Array.from({ length: 50 }, async () => pay(account, { sms: 2, mms: 0 })));
    expect(await heldByCreditShards(account.id)).toBeGreaterThan(0);
    expect(await readCredits(engine.table, account.id)).toEqual({ sms: 99_900, mms: 500 });
    await gatherCreditShards(engine, account.id);
    expect(await heldByCreditShards(account.id)).toBe(0);
    expect(await engine.table.get(accountKey(account.id))).toMatchObject({
      smsCredits: 99_900,
      mmsCredits: 500,
    });
  });

  it('lose nothing when they are gathered while sends take from them', async () => {
    const account = await open({ smsCredits: 10_000, hasCreditShards: true });
    const results = await Promise.all(
      Array.from({ length: 120 }, async (_, index) =>
        index % 40 === 0
          ? gatherCreditShards(engine, account.id)
          : pay(account, { sms: 2, mms: 0 }).then(({ committed }) => committed),
      ),
    );
    expect(results.filter((result) => result === true)).toHaveLength(117);
    const found = await findAccount(engine.table, account.id);
    expect(found && (await balanceOf(engine, found))).toEqual({ sms: 10_000 - 2 * 117, mms: 0 });
  });
});

describe('the last credits (rules 8.4)', () => {
  const SMS: Charge = { sms: 2, mms: 0 };

  it.each([
    ['a balance', { smsCredits: 301, hasCreditShards: false }],
    ['a balance and credit shards', { smsCredits: 301, hasCreditShards: true }],
  ])(
    'of %s pay for as many of 500 at once as there is money for, although transactions meet',
    async (_, settings) => {
      const { table, conflicts } = conflictingTable(engine.documents, engine.table.name, { latencyMs: 5 });
      const account = await open(settings);

      const results = await Promise.all(
        Array.from({ length: 500 }, async () => {
          const result = await pay(account, SMS, table);
          return result.committed ? 'paid' : result.refusal;
        }),
      );

      expect(conflicts()).toBeGreaterThan(0);
      expect(results.filter((result) => result === 'paid')).toHaveLength(150);
      expect(results.filter((result) => result === 'insufficientCredits')).toHaveLength(350);
      expect(await readCredits(engine.table, account.id)).toEqual({ sms: 1, mms: 0 });
    },
  );

  it('are known to be gone, so that a refusal asks the table for nothing', async () => {
    let calls = 0;
    const table = wrappedTable(engine.documents, engine.table.name, (send) => async (command, ...rest) => {
      calls += 1;
      return send(command, ...rest);
    });
    const account = await open({ smsCredits: 3, mmsCredits: 5, hasCreditShards: true });
    expect(await pay(account, SMS, table)).toEqual({ committed: true });
    expect(await pay(account, SMS, table)).toMatchObject({ refusal: 'insufficientCredits' });

    calls = 0;
    expect(await pay(account, SMS, table)).toMatchObject({ refusal: 'insufficientCredits' });
    expect(await pay(account, { sms: 2, mms: 1 }, table)).toMatchObject({ refusal: 'insufficientCredits' });
    expect(calls).toBe(0);

    expect(await pay(account, { sms: 1, mms: 0 }, table)).toEqual({ committed: true });
    const poor = await open({ smsCredits: 1 });
    calls = 0;
    expect(await pay(poor, SMS, table)).toMatchObject({ refusal: 'insufficientCredits' });
    expect(calls).toBe(0);
  });

  it('are found by the next request when some have been added, and when some were given back', async () => {
    const account = await open({ smsCredits: 0, hasCreditShards: true });
    expect(await pay(account, SMS)).toMatchObject({ refusal: 'insufficientCredits' });

    await addCredits({ table: engine.table, accountId: account.id, sms: 100, mms: 0 });
    for (let count = 0; count < 50; count++) expect(await pay(account, SMS)).toEqual({ committed: true });
    expect(await pay(account, SMS)).toMatchObject({ refusal: 'insufficientCredits' });

    await commit(engine.table, [{ write: returnCredits(account.id, SMS) }]);
    expect(await pay(account, SMS)).toEqual({ committed: true });
    expect(await pay(account, SMS)).toMatchObject({ refusal: 'insufficientCredits' });
  });

  it('are not refused to a request that read the account before its credit shards were opened', async () => {
    const account = await open({ smsCredits: 100 });
    const asRead = await findAccount(engine.table, account.id);
    await openCreditShards(engine, account.id);
    expect(await engine.table.get(accountKey(account.id))).toMatchObject({
      smsCredits: 0,
      hasCreditShards: true,
    });

    const transact = async (payment: Array<Part<'insufficientCredits'>>) => commit(engine.table, payment);
    expect(asRead && (await payCredits<never>(engine, { account: asRead, charge: SMS, transact }))).toEqual({
      committed: true,
    });
    expect(await readCredits(engine.table, account.id)).toEqual({ sms: 98, mms: 0 });
  });

  it('that move while a request looks for them are not missed', async () => {
    let isMoved = false;
    const account = await open({ smsCredits: 0, hasCreditShards: true });
    const table = wrappedTable(engine.documents, engine.table.name, (send) => async (command, ...rest) => {
      const answer = await send(command, ...rest);
      // The empty credit shards have been read: now credits are added, and another request puts them into a credit shard.
      if (!isMoved && command instanceof BatchGetCommand && isConsistent(command)) {
        isMoved = true;
        await addCredits({ table: engine.table, accountId: account.id, sms: 2, mms: 0 });
        const found = await findAccount(engine.table, account.id);
        if (found) await fillCreditShard(engine, { account: found, shard: 7, charge: SMS });
      }
      return answer;
    });

    expect(await pay(account, SMS, table)).toEqual({ committed: true });
    expect(await readCredits(engine.table, account.id)).toEqual({ sms: 0, mms: 0 });
  });

  it('in parts that are too small are put together', async () => {
    const account = await open({ smsCredits: 0, hasCreditShards: true });
    await commit(engine.table, [
      { write: putIntoCreditShard(account.id, 3, { sms: 1, mms: 0 }) },
      { write: putIntoCreditShard(account.id, 60, { sms: 1, mms: 1 }) },
    ]);
    expect(await pay(account, { sms: 2, mms: 1 })).toEqual({ committed: true });
    expect(await readCredits(engine.table, account.id)).toEqual({ sms: 0, mms: 0 });
  });
});

const isConsistent = ({ input }: BatchGetCommand) =>
  Object.values(input.RequestItems ?? {}).some(({ ConsistentRead }) => ConsistentRead === true);

describe('what shards get of a balance', () => {
  it.each([
    // Half of a large balance, at most 1,000 messages and at least 25; all of a small one, in whole messages.
    [1_000_000, { first: 2_000, last: 2_000, left: 872_000 }],
    [64_000, { first: 500, last: 500, left: 32_000 }],
    [6_400, { first: 50, last: 50, left: 3_200 }],
    [3_200, { first: 50, last: 50, left: 0 }],
    [3_199, { first: 50, last: 48, left: 1 }],
    [800, { first: 14, last: 12, left: 0 }],
    [5, { first: 2, last: 0, left: 1 }],
    [0, { first: 0, last: 0, left: 0 }],
  ])('of %i credits when they are opened', async (smsCredits, { first, last, left }) => {
    const account = await open({ smsCredits });
    await openCreditShards(engine, account.id);
    const shards = await readCreditShards(engine, account.id);
    expect([shards[0]?.sms, shards[CREDIT_SHARDS - 1]?.sms]).toEqual([first, last]);
    expect(await findAccount(engine.table, account.id)).toMatchObject({
      smsCredits: left,
      hasCreditShards: true,
    });
    expect(await readCredits(engine.table, account.id)).toEqual({ sms: smsCredits, mms: 0 });
  });
});
