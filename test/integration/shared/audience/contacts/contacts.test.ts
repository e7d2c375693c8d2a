import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createContact } from '../../../../../shared/audience/contacts/create-contact';
import { type E164, parseE164 } from '../../../../../shared/phone-numbers/e164';
import { createTable, type Table } from '../../../../../shared/platform/store/table';
import {
  consentPlatform,
  NOW,
  readStoredContact,
  seedAccount,
} from '../../../../support/audience/consent-fixture';
import { startEngine, type TestEngine, useEngine } from '../../../../support/engines/engine';
import { addMembership } from '../../../../../shared/audience/consent/add-membership';
import { optOutContact } from '../../../../../shared/audience/consent/opt-out-contact';
import { updateContact } from '../../../../../shared/audience/contacts/update-contact';
import { createGroup } from '../../../../../shared/audience/groups/create-group';
import { tagMembership } from '../../../../../shared/audience/groups/group-tags';
import { importRecords } from '../../../../support/audience/import-records';
import {
  contactKey,
  CONTACT_INDEX,
  CONTACT_SHARDS,
  contactShardPk,
} from '../../../../../shared/platform/store/keys';

describe('a new contact', () => {
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
});

describe('the index', () => {
  const PHONE = parseE164('+12125550123') as E164;
  const SCHEMA = { fields: [], nextGeneration: 1, version: 0 };
  const MINUTE_MS = 60_000;

  const engine = useEngine();
  let platform: ReturnType<typeof consentPlatform>;
  beforeAll(async () => {
    platform = consentPlatform(engine.table);
  });

  async function indexed(accountId: string) {
    const shards = await Promise.all(
      Array.from({ length: CONTACT_SHARDS }, (_, shard) =>
        engine.table.queryAll({
          IndexName: CONTACT_INDEX,
          KeyConditionExpression: 'gsi2pk = :shard',
          ExpressionAttributeValues: { ':shard': contactShardPk(accountId, shard) },
        }),
      ),
    );
    return shards.flat().map(({ phoneNumber, updatedAt }) => ({ phoneNumber, updatedAt }));
  }

  const addressIn = (accountId: string) => ({ accountId, phoneNumber: PHONE });

  describe('E2: the index of contacts', () => {
    it('has a contact from its creation on, and says when any part of it changed last', async () => {
      const account = await seedAccount(platform);
      const address = addressIn(account.id);
      const group = await createGroup(platform, {
        accountId: account.id,
        name: 'News',
        optInType: 'SINGLE',
        tags: ['vip'],
      });
      const nowAfter = () => {
        platform.advance(MINUTE_MS);
        return platform.clock.now().toISOString();
      };
      const changes: Array<() => Promise<unknown>> = [
        () => createContact(platform, { ...address, body: {}, schema: SCHEMA }),
        async () =>
          updateContact(platform, {
            ...address,
            body: { firstName: 'Ada' },
            items: { contact: await engine.table.get(contactKey(account.id, PHONE)) },
          }),
        () =>
          addMembership(platform, {
            account,
            phoneNumber: PHONE,
            groupId: group.id,
            optInMode: 'SILENT',
            actor: { type: 'api' },
          }),
        () => tagMembership(platform, { ...address, groupId: group.id, tagName: 'vip' }),
        () =>
          importRecords(platform, {
            accountId: account.id,
            records: [{ phoneNumber: PHONE, lastName: 'B' }],
          }),
        () => optOutContact(platform, { ...address, source: 'kiosk' }),
      ];
      for (const change of changes) {
        const updatedAt = nowAfter();
        await change();
        expect(await indexed(account.id)).toEqual([{ phoneNumber: PHONE, updatedAt }]);
      }
    });

    it('has contacts that an import makes', async () => {
      const account = await seedAccount(platform);
      const phoneNumbers = ['+12125550131', '+12125550132'];
      await importRecords(platform, {
        accountId: account.id,
        records: phoneNumbers.map((phoneNumber) => ({ phoneNumber })),
      });
      expect((await indexed(account.id)).map(({ phoneNumber }) => phoneNumber).sort()).toEqual(phoneNumbers);
    });

    it('has no number of which only an opt-out is remembered, until it becomes a contact', async () => {
      const account = await seedAccount(platform);
      const address = addressIn(account.id);
      await optOutContact(platform, { ...address, source: 'stop' });
      expect(await indexed(account.id)).toEqual([]);
      await createContact(platform, { ...address, body: {}, schema: SCHEMA });
      expect((await indexed(account.id)).map(({ phoneNumber }) => phoneNumber)).toEqual([PHONE]);
    });
  });
});
