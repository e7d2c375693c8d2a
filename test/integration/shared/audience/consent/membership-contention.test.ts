import { createGroup } from '../../../../../shared/audience/groups/create-group';
import { addMembership } from '../../../../../shared/audience/consent/add-membership';
import { findGroup } from '../../../../../shared/audience/groups/group-store';
import { removeMembership } from '../../../../../shared/audience/consent/remove-membership';
import type { Table } from '../../../../../shared/platform/store/table';
import {
  consentPlatform,
  queuedEvents,
  readStoredContact,
  seedAccount,
  seedContact,
} from '../../../../support/audience/consent-fixture';
import { useEngine } from '../../../../support/engines/engine';
import { conflictingTable } from '../../../../support/faults/faulty-client';

const actor = { type: 'api' } as const;
const engine = useEngine();

async function seed(table: Table) {
  const platform = consentPlatform(table);
  const account = await seedAccount(platform);
  const { id: groupId } = await createGroup(platform, {
    accountId: account.id,
    name: 'Hot',
    optInType: 'SINGLE',
  });
  const count = async () => (await findGroup(engine.table, { accountId: account.id, groupId }))?.contactCount;
  return { platform, account, groupId, count };
}

const phoneOf = (index: number) => `+1212556${String(index).padStart(4, '0')}`;

async function expectHundredAtOnceToAddUp(table: Table) {
  const { platform, account, groupId, count } = await seed(table);
  const phones = Array.from({ length: 100 }, (_, index) => phoneOf(index));
  await Promise.all(
    phones.map((phoneNumber) => seedContact(platform, { accountId: account.id, phoneNumber })),
  );
  const request = (phoneNumber: string) => ({ account, phoneNumber, groupId, actor });
  await Promise.all(
    phones.map((phoneNumber) => addMembership(platform, { ...request(phoneNumber), optInMode: 'DIRECT' })),
  );
  expect(await count()).toBe(100);
  await Promise.all(
    phones.map((phoneNumber, index) =>
      index % 2 === 0
        ? removeMembership(platform, request(phoneNumber))
        : addMembership(platform, { ...request(phoneNumber), optInMode: 'SILENT' }),
    ),
  );
  expect(await count()).toBe(50);
  expect(await queuedEvents(engine.table, account.id)).toHaveLength(150);
}

describe('2.5: contactCount', () => {
  it('adds up when 100 contacts join and leave at once', async () => {
    await expectHundredAtOnceToAddUp(engine.table);
  });

  it('adds up on a table that lets one transaction at a time have the group', async () => {
    const { table, conflicts } = conflictingTable(engine.documents, engine.table.name, { latencyMs: 8 });
    await expectHundredAtOnceToAddUp(table);
    expect(conflicts()).toBeGreaterThan(100);
  });

  it('counts one contact once that joins and leaves a hundred times at once', async () => {
    const { table } = conflictingTable(engine.documents, engine.table.name, { latencyMs: 1 });
    const { platform, account, groupId, count } = await seed(table);
    const phoneNumber = phoneOf(0);
    await seedContact(platform, { accountId: account.id, phoneNumber });
    const request = { account, phoneNumber, groupId, actor };
    await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        index % 2 === 0
          ? addMembership(platform, { ...request, optInMode: 'DIRECT' })
          : removeMembership(platform, request),
      ),
    );
    const contact = await readStoredContact(engine.table, { accountId: account.id, phoneNumber });
    expect(await count()).toBe(Object.keys(contact?.memberships ?? {}).length);
    const events = await queuedEvents(engine.table, account.id);
    const joined = events.filter(({ type }) => type === 'contacts.group.opted_in').length;
    expect(joined - (events.length - joined)).toBe(await count());
  });
});
