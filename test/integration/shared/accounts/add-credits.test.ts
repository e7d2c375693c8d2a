import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { addCredits } from '../../../../shared/accounts/account-store';
import { createAccount } from '../../../../shared/accounts/create-account';
import { systemClock } from '../../../../shared/platform/clock';
import { createIds } from '../../../../shared/platform/ids';
import { createTable } from '../../../../shared/platform/store/table';
import { startBreakingLine } from '../../../support/aws/breaking-line';
import { useEngine } from '../../../support/engines/engine';
import { readCredits } from '../../../support/sending/read-credits';

const engine = useEngine();

const open = (smsCredits: number) =>
  createAccount(
    { table: engine.table, clock: systemClock, ids: createIds(systemClock) },
    { name: 'Acme', smsCredits },
  );

describe('credits of the operator', () => {
  it('are added and taken, down to nothing', async () => {
    const { id: accountId } = await open(10);
    const add = async (sms: number) => addCredits({ table: engine.table, accountId, sms, mms: 0 });

    expect(await add(5)).toMatchObject({ account: { id: accountId, smsCredits: 15 } });
    expect(await add(-16)).toEqual({ refused: 'belowZero' });
    expect(await add(-15)).toMatchObject({ account: { smsCredits: 0 } });
    expect(await addCredits({ table: engine.table, accountId: 'acc_none', sms: 1, mms: 0 })).toEqual({
      refused: 'noSuchAccount',
    });
  });

  it.each([
    [5, 15],
    [-5, 5],
  ])('change by %i once when the answer is lost and the SDK sends the change again', async (sms, balance) => {
    const { id: accountId } = await open(10);
    const line = await startBreakingLine(engine.endpoint, { changes: 1, isBack: true });
    const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
    const client = new DynamoDBClient({ endpoint: line.url, region: 'us-east-1', credentials });
    try {
      const table = createTable(engine.table.name, client);
      expect(await addCredits({ table, accountId, sms, mms: 0 })).toMatchObject({
        account: { smsCredits: balance },
      });
      expect(await readCredits(engine.table, accountId)).toEqual({ sms: balance, mms: 0 });
    } finally {
      client.destroy();
      await line.stop();
    }
  });
});
