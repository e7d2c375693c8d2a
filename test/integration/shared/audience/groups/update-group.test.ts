import { addMembership } from '../../../../../shared/audience/consent/add-membership';
import { createGroup, type NewGroup } from '../../../../../shared/audience/groups/create-group';
import { findGroup } from '../../../../../shared/audience/groups/group-store';
import { addTag, removeTag, tagMembership } from '../../../../../shared/audience/groups/group-tags';
import { listAllGroups } from '../../../../../shared/audience/groups/list-groups';
import { type GroupChanges, updateGroup } from '../../../../../shared/audience/groups/update-group';
import {
  consentPlatform,
  NOW,
  readStoredContact,
  seedAccount,
  seedContact,
} from '../../../../support/audience/consent-fixture';
import { useEngine } from '../../../../support/engines/engine';

const PHONE = '+12125550123';
const engine = useEngine();
let platform: ReturnType<typeof consentPlatform>;
beforeAll(async () => {
  platform = consentPlatform(engine.table);
});

async function seed(input: Partial<NewGroup> = {}) {
  const account = await seedAccount(platform);
  const create = (name: string, more: Partial<NewGroup> = {}) =>
    createGroup(platform, { accountId: account.id, name, optInType: 'SINGLE', ...more });
  const group = await create('News', input);
  const address = { accountId: account.id, groupId: group.id };
  return {
    account,
    group,
    address,
    create,
    update: (changes: GroupChanges, groupId = group.id) =>
      updateGroup(platform, { accountId: account.id, groupId, changes }),
    names: async () => (await listAllGroups(platform.table, account.id)).map(({ name }) => name),
    defaults: async () =>
      (await listAllGroups(platform.table, account.id))
        .filter(({ isDefault }) => isDefault)
        .map(({ name }) => name),
  };
}

describe('2.5: a change of a group', () => {
  it('changes what is told and leaves the rest', async () => {
    const s = await seed({ optInMessage: 'Hi', confirmationMessage: 'YES?' });
    const changed = await s.update({ name: 'Daily', optInMessage: 'Hello' });
    expect(changed).toEqual({ ...s.group, name: 'Daily', optInMessage: 'Hello' });
    expect(await findGroup(platform.table, s.address)).toEqual(changed);
  });

  it('moves the default, and takes it away', async () => {
    const s = await seed({ isDefault: true });
    const other = await s.create('Other');
    await s.update({ isDefault: true }, other.id);
    expect(await s.defaults()).toEqual(['Other']);
    await s.update({ isDefault: true, name: 'Other 2' }, other.id);
    expect(await s.defaults()).toEqual(['Other 2']);
    await s.update({ isDefault: false }, other.id);
    expect(await s.defaults()).toEqual([]);
    await s.update({ isDefault: true });
    expect(await s.defaults()).toEqual(['News']);
  });

  it('leaves one default when several ask for it at once', async () => {
    const s = await seed();
    const others = await Promise.all(['A', 'B', 'C', 'D'].map((name) => s.create(name)));
    await Promise.all(others.map(({ id }) => s.update({ isDefault: true }, id)));
    expect(await s.defaults()).toHaveLength(1);
  });

  it('is refused for an unknown group, a wrong text and a foreign sender', async () => {
    const s = await seed();
    await expect(s.update({ name: 'X' }, 'grp_none')).rejects.toMatchObject({ code: 33031 });
    await expect(s.update({ name: '' })).rejects.toMatchObject({ code: 33100 });
    await expect(s.update({ optInMessage: 'm'.repeat(641) })).rejects.toMatchObject({ code: 33100 });
    await expect(s.update({ from: '+12065550198' })).rejects.toMatchObject({ code: 33004 });
  });
});

describe('2.5: tags', () => {
  it('are added once, whatever the case, and removed', async () => {
    const s = await seed();
    await addTag(platform, { ...s.address, name: ' VIP ' });
    const group = await addTag(platform, { ...s.address, name: 'vip' });
    expect(group.tags).toEqual([
      { id: expect.stringMatching(/^tag_/) as string, name: 'VIP', createdAt: NOW, updatedAt: NOW },
    ]);
    expect((await removeTag(platform, { ...s.address, name: 'Vip' })).tags).toEqual([]);
    await expect(removeTag(platform, { ...s.address, name: 'vip' })).rejects.toMatchObject({ code: 33100 });
    await expect(addTag(platform, { ...s.address, name: '' })).rejects.toMatchObject({ code: 33100 });
    await expect(addTag(platform, { ...s.address, groupId: 'grp_none', name: 'x' })).rejects.toMatchObject({
      code: 33031,
    });
  });

  it('added at once are all there', async () => {
    const s = await seed();
    await Promise.all(['a', 'b', 'c', 'd', 'e'].map((name) => addTag(platform, { ...s.address, name })));
    const group = await findGroup(platform.table, s.address);
    expect(group?.tags.map(({ name }) => name).sort()).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('are put on members only, once', async () => {
    const s = await seed({ tags: ['vip', 'local'] });
    const [vip, local] = s.group.tags;
    await seedContact(platform, { accountId: s.account.id, phoneNumber: PHONE });
    const membership = { ...s.address, phoneNumber: PHONE };
    await expect(tagMembership(platform, { ...membership, tagName: 'vip' })).rejects.toMatchObject({
      details: { errors: [{ pointer: '/groupId', reason: 'the contact is no active member' }] },
    });
    await addMembership(platform, {
      ...membership,
      account: s.account,
      optInMode: 'DIRECT',
      actor: { type: 'operator' },
    });
    await tagMembership(platform, { ...membership, tagName: 'VIP' });
    await tagMembership(platform, { ...membership, tagName: 'vip' });
    const contact = await tagMembership(platform, { ...membership, tagName: 'local' });
    expect(contact.memberships).toEqual({ [s.group.id]: { optInAt: NOW, tagIds: [vip?.id, local?.id] } });
    expect(await readStoredContact(platform.table, membership)).toEqual(contact);
    await expect(tagMembership(platform, { ...membership, tagName: 'none' })).rejects.toMatchObject({
      code: 33100,
    });
    const unknown = { ...membership, phoneNumber: '+12125550144', tagName: 'vip' };
    await expect(tagMembership(platform, unknown)).rejects.toMatchObject({ code: 33030 });
  });
});
