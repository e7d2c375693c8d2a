import { indexContacts } from '../../../../lib/migrate/index-contacts';
import { walkBook } from '../../../../shared/audience/book/walk-book';
import { createContact } from '../../../../shared/audience/contacts/create-contact';
import { optOutContact } from '../../../../shared/audience/consent/opt-out-contact';
import { updateContact } from '../../../../shared/audience/contacts/update-contact';
import { type E164, parseE164 } from '../../../../shared/phone-numbers/e164';
import { contactKey } from '../../../../shared/platform/store/keys';
import type { Item } from '../../../../shared/platform/store/item';
import { consentPlatform, seedAccount, seedContact } from '../../../support/consent-fixture';
import { startEngine, type TestEngine } from '../../../support/engine';

const SCHEMA = { fields: [], nextGeneration: 1, version: 0 };
const OLD_CONTACTS = 300;

let engine: TestEngine;
let platform: ReturnType<typeof consentPlatform>;
let accountId: string;
beforeEach(async () => {
  engine = await startEngine();
  platform = consentPlatform(engine.table);
  accountId = (await seedAccount(platform)).id;
});
afterEach(() => engine.stop());

const phone = (index: number) => parseE164(`+1212555${String(index).padStart(4, '0')}`) as E164;
const oldPhones = Array.from({ length: OLD_CONTACTS }, (_, index) => phone(index));

/** Contacts as releases before the index stored them. */
async function seedOld(): Promise<void> {
  await Promise.all(oldPhones.map((phoneNumber) => seedContact(platform, { accountId, phoneNumber })));
}

async function listed(): Promise<string[]> {
  const phones: string[] = [];
  for await (const { contacts } of walkBook(engine.table, { accountId })) {
    phones.push(...contacts.map(({ phoneNumber }) => phoneNumber));
  }
  return phones.sort();
}

describe('E2: contacts from before the index', () => {
  it('get into it, and change in nothing else', async () => {
    await seedOld();
    const key = contactKey(accountId, phone(7));
    const before = await engine.table.get(key);
    expect(await listed()).toEqual([]);
    expect(await indexContacts(platform)).toEqual({ changed: OLD_CONTACTS, partsDoneBefore: 0 });
    expect(await listed()).toEqual(oldPhones);
    const { gsi2pk: _pk, gsi2sk: _sk, ...after } = (await engine.table.get(key)) as Item;
    expect(after).toEqual(before);
    expect(await indexContacts(platform)).toEqual({ changed: 0, partsDoneBefore: 64 });
    expect(await indexContacts(platform, { isAnew: true })).toEqual({ changed: 0, partsDoneBefore: 0 });
  });

  it('leave out numbers of which only an opt-out is known', async () => {
    await optOutContact(platform, { accountId, phoneNumber: phone(1), source: 'stop' });
    expect(await indexContacts(platform)).toMatchObject({ changed: 0 });
    expect(await listed()).toEqual([]);
  });

  it('get into it while they are changed, made and deleted', async () => {
    await seedOld();
    const [deleted = '', changed = phone(1), ...others] = oldPhones;
    const live = async () => {
      await updateContact(platform, {
        accountId,
        phoneNumber: changed,
        body: { firstName: 'Eve' },
        items: { contact: await engine.table.get(contactKey(accountId, changed)) },
      });
      await engine.table.delete({ Key: contactKey(accountId, deleted) });
      await createContact(platform, { accountId, phoneNumber: phone(900), body: {}, schema: SCHEMA });
      for (const phoneNumber of others.slice(-20)) {
        await optOutContact(platform, { accountId, phoneNumber, source: 'kiosk' });
      }
    };
    await Promise.all([indexContacts(platform), live()]);
    expect(await listed()).toEqual([changed, ...others, phone(900)]);
    expect(await engine.table.get(contactKey(accountId, changed))).toMatchObject({
      firstName: 'Eve',
      version: 2,
    });
    expect(await engine.table.get(contactKey(accountId, deleted))).toBeUndefined();
  });

  it('get into it in a second run when the first is interrupted', async () => {
    await seedOld();
    const interrupted = indexContacts(platform, {
      onProgress: (count) => {
        if (count > OLD_CONTACTS / 2) throw new Error('Interrupted');
      },
    });
    await expect(interrupted).rejects.toThrow('Interrupted');
    const { changed, partsDoneBefore } = await indexContacts(platform);
    expect(partsDoneBefore).toBeGreaterThan(0);
    expect(changed).toBeLessThan(OLD_CONTACTS);
    expect(await listed()).toEqual(oldPhones);
  });
});
