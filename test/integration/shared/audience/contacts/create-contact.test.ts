import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createContact } from '../../../../../shared/audience/contacts/create-contact';
import { type E164, parseE164 } from '../../../../../shared/phone-numbers/e164';
import { createTable, type Table } from '../../../../../shared/platform/store/table';
import { consentPlatform, NOW, readStoredContact } from '../../../../support/audience/consent-fixture';
import { startEngine, type TestEngine } from '../../../../support/engines/engine';

const PHONE = parseE164('+12125550123') as E164;
const SCHEMA = { fields: [], nextGeneration: 1, version: 0 };

let engine: TestEngine;
const clients: DynamoDBClient[] = [];
beforeAll(async () => {
  engine = await startEngine();
});
afterAll(async () => {
  // A connection whose answer was not read stays open.
  for (const client of clients) client.destroy();
  await engine.stop();
});

/** Returns a table through the SDK that loses the answer to its first write; the SDK then writes again. */
function tableLosingAnAnswer(): { table: Table; writes: () => number } {
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = new DynamoDBClient({ endpoint: engine.endpoint, region: 'us-east-1', credentials });
  clients.push(client);
  let writes = 0;
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const answer = await next(args);
      if (context.commandName !== 'UpdateItemCommand') return answer;
      writes++;
      if (writes === 1) throw Object.assign(new Error('The answer is lost'), { name: 'TimeoutError' });
      return answer;
    },
    { step: 'deserialize', name: 'loseAnAnswer' },
  );
  return { table: createTable(engine.table.name, client), writes: () => writes };
}

const create = (table: Table, accountId: string, firstName: string) =>
  createContact(
    { ...consentPlatform(engine.table), table },
    { accountId, phoneNumber: PHONE, body: { firstName }, schema: SCHEMA },
  );

describe('4.4: creating a contact', () => {
  it('succeeds when the answer is lost and the SDK writes again', async () => {
    const { table, writes } = tableLosingAnAnswer();
    const contact = await create(table, 'acc_lost', 'Ada');
    expect(writes()).toBe(2);
    expect(contact).toMatchObject({ firstName: 'Ada', version: 1, createdAt: NOW });
    expect(await readStoredContact(engine.table, { accountId: 'acc_lost', phoneNumber: PHONE })).toEqual(
      contact,
    );
  });

  it('refuses with 33037 when the contact exists, and leaves it as it was', async () => {
    const first = await create(engine.table, 'acc_taken', 'Ada');
    const { table, writes } = tableLosingAnAnswer();
    await expect(create(table, 'acc_taken', 'Grace')).rejects.toMatchObject({ code: 33037 });
    expect(writes()).toBe(0);
    expect(await readStoredContact(engine.table, { accountId: 'acc_taken', phoneNumber: PHONE })).toEqual(
      first,
    );
  });
});
