import type { Account } from '../../../../../shared/accounts/account';
import { addMembership } from '../../../../../shared/audience/consent/add-membership';
import { createContact } from '../../../../../shared/audience/contacts/create-contact';
import { readSchema } from '../../../../../shared/audience/custom-fields/custom-field-schema';
import { createGroup } from '../../../../../shared/audience/groups/create-group';
import { listDeletedGroups } from '../../../../../shared/audience/groups/list-groups';
import { deleteGroupPart, type DeletionPlace } from '../../../../../shared/operations/delete-group-in-parts';
import type { E164 } from '../../../../../shared/phone-numbers/e164';
import {
  type ConsentPlatform,
  consentPlatform,
  queuedEvents,
  readStoredContact,
  seedAccount,
} from '../../../../support/audience/consent-fixture';
import { useEngine } from '../../../../support/engines/engine';

const MEMBERS = 12;
const phone = (index: number) => `+1212555${1000 + index}` as E164;

const engine = useEngine();
let platform: ConsentPlatform;
let account: Account;
let groupId: string;

beforeAll(async () => {
  platform = consentPlatform(engine.table);
});
beforeEach(async () => {
  account = await seedAccount(platform);
  ({ id: groupId } = await createGroup(platform, {
    ...{ accountId: account.id, name: 'News', optInType: 'SINGLE' },
  }));
  for (let index = 0; index < MEMBERS; index++) {
    const address = { accountId: account.id, phoneNumber: phone(index) };
    await createContact(platform, { ...address, body: {}, schema: readSchema(undefined) });
    const optInMode = index === 0 ? 'CONFIRM' : 'SILENT';
    await addMembership(platform, {
      ...{ account, phoneNumber: phone(index), groupId, optInMode, actor: { type: 'api' } },
    });
  }
});

const part = (worksForMs: number, from?: DeletionPlace) =>
  deleteGroupPart(platform, { accountId: account.id, groupId, worksForMs, from });
const membersLeft = async () => {
  const contacts = await Promise.all(
    Array.from({ length: MEMBERS }, (_, index) =>
      readStoredContact(platform.table, { accountId: account.id, phoneNumber: phone(index) }),
    ),
  );
  return contacts.filter(
    (contact) => contact && (groupId in contact.memberships || groupId in contact.pendingMemberships),
  ).length;
};
const beingDeleted = async () =>
  (await listDeletedGroups(platform.table, account.id)).map(({ id, name }) => [id, name]);

describe('deleting a group in parts', () => {
  it('takes every member out of it once, and forgets it with the last part', async () => {
    let answer = await part(-1);
    let left = answer?.left ?? 0;
    let parts = 1;
    while (answer?.next) {
      expect(await beingDeleted()).toEqual([[groupId, 'News']]);
      answer = await part(-1, answer.next);
      left += answer?.left ?? 0;
      parts++;
    }

    expect([left, await membersLeft(), await beingDeleted()]).toEqual([MEMBERS, 0, []]);
    expect(parts).toBeGreaterThan(1);
    const events = (await queuedEvents(platform.table, account.id)).filter(
      ({ type }) => type === 'contacts.group.opted_out',
    );
    expect(events).toHaveLength(MEMBERS - 1);
    expect(await part(-1)).toBeUndefined();
  });

  it('is begun again after an interruption, and ends at once when there is time', async () => {
    const first = await part(-1);
    expect(first?.next).toBeDefined();

    const rest = await part(60_000);

    expect([(first?.left ?? 0) + (rest?.left ?? 0), rest?.next]).toEqual([MEMBERS, undefined]);
    expect([await membersLeft(), await beingDeleted()]).toEqual([0, []]);
  });

  it('does not know the group of another account', async () => {
    const stranger = await seedAccount(platform);

    expect(
      await deleteGroupPart(platform, { accountId: stranger.id, groupId, worksForMs: 1 }),
    ).toBeUndefined();
    expect(await membersLeft()).toBe(MEMBERS);
  });
});
