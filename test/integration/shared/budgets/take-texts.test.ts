import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createAccount } from '../../../../shared/accounts/create-account';
import type { CountryLimit } from '../../../../shared/budgets/country-limit';
import {
  countryTextsToday,
  returnTexts,
  takeTexts,
  type TakenTexts,
  withinLimit,
} from '../../../../shared/budgets/take-texts';
import { ServiceError } from '../../../../shared/errors/service-error';
import type { E164 } from '../../../../shared/phone-numbers/e164';
import { systemClock } from '../../../../shared/platform/clock';
import { createIds } from '../../../../shared/platform/ids';
import { createTable, type Table } from '../../../../shared/platform/store/table';
import { startBreakingLine } from '../../../support/aws/breaking-line';
import { useEngine } from '../../../support/engines/engine';

const engine = useEngine();

const LIMIT: CountryLimit = { country: 'DE', most: 10, reason: 'budget', stops: true };
const depsOf = (table: Table) => ({ table, clock: systemClock, ids: createIds(systemClock) });

async function openAccount() {
  const deps = depsOf(engine.table);
  const account = await createAccount(deps, { name: 'Acme', smsCredits: 10 });
  const budgeted = { ...account, countryBudgets: { DE: 10 } };
  return {
    account: budgeted,
    take: (texts: number) => takeTexts(deps, { accountId: account.id, limit: LIMIT, texts }),
    textsToday: () => countryTextsToday(deps, budgeted),
  };
}

/** Runs `work` with a table of which the answer to one change is lost, so that the SDK sends it again. */
async function withLostAnswer(changes: number, work: (table: Table) => Promise<unknown>): Promise<void> {
  const line = await startBreakingLine(engine.endpoint, { changes, isBack: true });
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new DynamoDBClient({ endpoint: line.url, region: 'us-east-1', credentials });
  try {
    await work(createTable(engine.table.name, client));
  } finally {
    client.destroy();
    await line.stop();
  }
}

describe('rules E7: texts given back to the budget of a country', () => {
  it('count once', async () => {
    const { take, textsToday } = await openAccount();
    const taken = await take(5);
    await returnTexts(engine.table, { ...taken, texts: 3 });
    expect(await textsToday()).toEqual({ DE: 2 });
  });

  it('count once when the answer is lost and the SDK sends the change again', async () => {
    const { take, textsToday } = await openAccount();
    const taken = await take(5);
    await withLostAnswer(1, (table) => returnTexts(table, { ...taken, texts: 2 }));
    expect(await textsToday()).toEqual({ DE: 3 });
  });

  it('count once for a send that is refused', async () => {
    const { account, take, textsToday } = await openAccount();
    await take(5);
    const refusal = new ServiceError('InsufficientCredits', { cause: 'sms' });
    // The first change takes the place, the second one gives it back.
    await withLostAnswer(2, async (table) => {
      const to = '+4915112345678' as E164;
      const send = withinLimit(depsOf(table), { account, to }, async (place) => {
        await place.take();
        throw refusal;
      });
      await expect(send).rejects.toBe(refusal);
    });
    expect(await textsToday()).toEqual({ DE: 5 });
  });

  it('make no counter where none is', async () => {
    const { account, textsToday } = await openAccount();
    const none: TakenTexts = { accountId: account.id, day: '2020-01-01', country: 'DE', texts: 2 };
    await returnTexts(engine.table, none);
    const today = new Date().toISOString().slice(0, 10);
    await returnTexts(engine.table, { ...none, day: today });
    expect(await textsToday()).toEqual({ DE: 0 });
  });
});
