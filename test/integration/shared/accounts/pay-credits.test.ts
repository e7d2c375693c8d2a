import { findAccount } from '../../../../shared/accounts/account-store';
import type { Charge } from '../../../../shared/accounts/charge';
import { balanceOf, gatherPurses, payCredits } from '../../../../shared/accounts/pay-credits';
import { purseKeys, PURSES, readPurse } from '../../../../shared/accounts/purse';
import { commit } from '../../../../shared/platform/store/commit';
import { accountKey } from '../../../../shared/platform/store/keys';
import { Table } from '../../../../shared/platform/store/table';
import { createAccount } from '../../../../shared/accounts/create-account';
import { startEngine, type TestEngine } from '../../../support/engine';
import { readCredits } from '../../../support/read-credits';
import { systemClock } from '../../../../shared/platform/clock';
import { createIds } from '../../../../shared/platform/ids';

let engine: TestEngine;

beforeAll(async () => {
  engine = await startEngine();
});
afterAll(async () => {
  await engine.stop();
});

const open = (settings: { smsCredits: number; mmsCredits?: number; hasPurses?: boolean }) =>
  createAccount(
    { table: engine.table, clock: systemClock, ids: createIds(systemClock) },
    { name: 'Acme', ...settings },
  );
let paid = 0;

/** Pays for an item that is written once. */
function pay(account: { id: string; hasPurses: boolean }, charge: Charge, table = engine.table) {
  const write = { Put: { Item: { pk: `PAID#${account.id}#${(paid += 1)}`, sk: 'PAID' } } };
  return payCredits<never>(
    { table },
    { account, charge, transact: (payment, limits) => commit(table, [{ write }, ...payment], limits) },
  );
}

const heldByPurses = async (accountId: string) => {
  const items = await engine.table.batchGet(purseKeys(accountId));
  return items.reduce((total, item) => total + readPurse(item).sms, 0);
};

describe('payments (rules 8.4)', () => {
  it('come from the balance while few want it', async () => {
    const account = await open({ smsCredits: 10 });
    expect(await pay(account, { sms: 2, mms: 0 })).toEqual({ committed: true });
    expect(await findAccount(engine.table, account.id)).toMatchObject({ smsCredits: 8, hasPurses: false });
    expect(await pay(account, { sms: 9, mms: 0 })).toMatchObject({ refusal: 'insufficientCredits' });
    expect(await readCredits(engine.table, account.id)).toEqual({ sms: 8, mms: 0 });
  });

  it('come from purses where they are open, to the last credit', async () => {
    const account = await open({ smsCredits: 1_000, mmsCredits: 3, hasPurses: true });
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

  it('use the purse that they filled, also when the balance pays for no more than one send in each', async () => {
    const account = await open({ smsCredits: 60, hasPurses: true });
    let calls = 0;
    const waits = { pause: async () => undefined, random: () => ((calls += 1) % PURSES) / PURSES };
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
    const gone = { id: 'acc_gone', hasPurses: true };
    expect(await pay(gone, { sms: 2, mms: 0 })).toMatchObject({ refusal: 'insufficientCredits' });
  });
});

describe('purses', () => {
  it('are part of the balance, and give back what they hold', async () => {
    const account = await open({ smsCredits: 100_000, mmsCredits: 500, hasPurses: true });
    await Promise.all(Array.from({ length: 50 }, async () => pay(account, { sms: 2, mms: 0 })));
    expect(await heldByPurses(account.id)).toBeGreaterThan(0);
    expect(await readCredits(engine.table, account.id)).toEqual({ sms: 99_900, mms: 500 });
    await gatherPurses(engine, account.id);
    expect(await heldByPurses(account.id)).toBe(0);
    expect(await engine.table.get(accountKey(account.id))).toMatchObject({
      smsCredits: 99_900,
      mmsCredits: 500,
    });
  });

  it('lose nothing when they are gathered while sends take from them', async () => {
    const account = await open({ smsCredits: 10_000, hasPurses: true });
    const results = await Promise.all(
      Array.from({ length: 120 }, async (_, index) =>
        index % 40 === 0
          ? gatherPurses(engine, account.id)
          : pay(account, { sms: 2, mms: 0 }).then(({ committed }) => committed),
      ),
    );
    expect(results.filter((result) => result === true)).toHaveLength(117);
    const found = await findAccount(engine.table, account.id);
    expect(found && (await balanceOf(engine, found))).toEqual({ sms: 10_000 - 2 * 117, mms: 0 });
  });
});
