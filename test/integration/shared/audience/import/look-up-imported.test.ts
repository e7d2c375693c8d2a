import { contactItem as storedContact } from '../../../../../shared/audience/contacts/contact';
import { lookUpImported } from '../../../../../shared/audience/import/look-up-imported';
import type { LookUpOutcome } from '../../../../../shared/platform/provider/port';
import { contactIndexAttributes, importKey } from '../../../../../shared/platform/store/keys';
import { useEngine } from '../../../../support/engines/engine';
import { readOutbox } from '../../../../support/engines/outbox-items';
import { contactItem, createJobsFixture, phoneAt, START } from '../../../../support/sending/jobs-fixture';

const CONTACTS = 25;
const LONG_MS = 900_000;
const engine = useEngine();

/** Account with a completed import and its contacts, and a provider that answers by `answer`. */
async function begin(answer: (asked: number) => LookUpOutcome) {
  const fixture = await createJobsFixture(engine.table, { carrierLookup: true });
  const { accountId, table } = fixture;
  const importId = fixture.ids.next('imp');
  const counts = { rows: 0, created: 0, updated: 0, unchanged: 0, skipped: 0, rejected: 0 };
  await table.put({
    Item: {
      ...importKey(accountId, importId),
      ...{ entity: 'import', id: importId, accountId, status: 'completed', format: 'csv', mapping: {} },
      ...{ onExisting: 'update', isDryRun: false, ...counts, duplicates: 0, optedOut: 0, warnings: [] },
      ...{ createdAt: START, startedAt: START },
    },
  });
  const phones = Array.from({ length: CONTACTS }, (_, index) => phoneAt(index));
  await table.batchPut(
    phones.map((phone) => {
      const item = contactItem(accountId, phone);
      return { ...item, ...contactIndexAttributes({ accountId, id: String(item.id) }) };
    }),
  );
  const asked: string[] = [];
  const work = (remainingMs = LONG_MS) =>
    lookUpImported(
      {
        ...fixture,
        lookUps: {
          lookUp: async (phoneNumber) => {
            asked.push(phoneNumber);
            return answer(asked.length);
          },
        },
      },
      { accountId, importId, remainingMs: () => remainingMs },
    );
  const lookedUp = async () => {
    const items = await table.batchGet(
      phones.map((phoneNumber) => storedContact.key({ accountId, phoneNumber })),
    );
    return items.filter((item) => item?.lookedUp !== undefined).length;
  };
  const waiting = async () =>
    (await readOutbox(table)).filter(({ entry }) => JSON.stringify(entry).includes(importId));
  return { fixture, asked, work, lookedUp, waiting };
}

it('asks once for each contact, however often it is called', async () => {
  const { asked, work, lookedUp, waiting } = await begin(() => ({ outcome: 'found', lineType: 'mobile' }));
  await work();
  await work();
  expect(new Set(asked).size).toBe(CONTACTS);
  expect(asked).toHaveLength(CONTACTS);
  expect(await lookedUp()).toBe(CONTACTS);
  expect(await waiting()).toEqual([]);
});

it('goes on in another call after one that failed, and leaves the rest to it when its time is over', async () => {
  const { asked, work, lookedUp, waiting } = await begin((count) => {
    if (count === 5) throw new Error('The worker dies');
    return { outcome: 'found', lineType: 'mobile' };
  });
  await work(0);
  expect(asked).toEqual([]);
  expect(await waiting()).toHaveLength(1);
  await expect(work()).rejects.toThrow('The worker dies');
  expect(await lookedUp()).toBeLessThan(CONTACTS);
  await work();
  expect(await lookedUp()).toBe(CONTACTS);
});

it('ends when the provider gives no answers', async () => {
  const { asked, work, lookedUp, waiting } = await begin(() => ({
    ...{ outcome: 'unavailable', retryAfterSeconds: 120 },
  }));
  await work();
  expect(asked.length).toBeGreaterThanOrEqual(20);
  expect(await lookedUp()).toBe(0);
  expect(await waiting()).toEqual([]);
});

it('asks for nothing once the setting is off', async () => {
  const { fixture, asked, work } = await begin(() => ({ outcome: 'found', lineType: 'landline' }));
  await fixture.setAccount({ carrierLookup: false });
  await work();
  expect(asked).toEqual([]);
});
