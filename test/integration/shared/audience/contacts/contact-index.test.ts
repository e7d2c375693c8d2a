import { addMembership } from '../../../../../shared/audience/consent/add-membership';
import { optOutContact } from '../../../../../shared/audience/consent/opt-out-contact';
import { createContact } from '../../../../../shared/audience/contacts/create-contact';
import { updateContact } from '../../../../../shared/audience/contacts/update-contact';
import { createGroup } from '../../../../../shared/audience/groups/create-group';
import { tagMembership } from '../../../../../shared/audience/groups/group-tags';
import { importRecords } from '../../../../support/audience/import-records';
import { type E164, parseE164 } from '../../../../../shared/phone-numbers/e164';
import {
  contactKey,
  CONTACT_INDEX,
  CONTACT_SHARDS,
  contactShardPk,
} from '../../../../../shared/platform/store/keys';
import { consentPlatform, seedAccount } from '../../../../support/audience/consent-fixture';
import { useEngine } from '../../../../support/engines/engine';

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
