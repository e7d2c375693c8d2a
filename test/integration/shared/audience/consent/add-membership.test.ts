import type { Account } from '../../../../../shared/accounts/account';
import { membershipLog } from '../../../../../shared/audience/consent/consent-log';
import { addMembership } from '../../../../../shared/audience/consent/add-membership';
import { createGroup, type NewGroup } from '../../../../../shared/audience/groups/create-group';
import { findGroup } from '../../../../../shared/audience/groups/group-store';
import type { OptInMode } from '../../../../../shared/audience/groups/opt-in-mode';
import { removeMembership } from '../../../../../shared/audience/consent/remove-membership';
import { updateNumber } from '../../../../../shared/senders/number-store';
import {
  type ConsentPlatform,
  consentPlatform,
  NOW,
  queuedEvents,
  queuedTexts,
  readStoredContact,
  seedAccount,
  seedContact,
} from '../../../../support/audience/consent-fixture';
import { useEngine } from '../../../../support/engines/engine';

const PHONE = '+12125550123';
const actor = { type: 'api' } as const;

const engine = useEngine();
let platform: ConsentPlatform;
beforeAll(async () => {
  platform = consentPlatform(engine.table);
});

async function seed(overrides: Partial<Account> = {}, group: Partial<NewGroup> = {}) {
  const account = await seedAccount(platform, overrides);
  const contactId = await seedContact(platform, { accountId: account.id, phoneNumber: PHONE });
  const created = await createGroup(platform, {
    accountId: account.id,
    name: 'News',
    optInType: 'SINGLE',
    ...group,
  });
  const request = { account, phoneNumber: PHONE, groupId: created.id, actor };
  return {
    account,
    contactId,
    group: created,
    enrol: (optInMode: OptInMode, groupId = created.id) =>
      addMembership(platform, { ...request, groupId, optInMode }),
    remove: (groupId = created.id) => removeMembership(platform, { ...request, groupId }),
    count: async () =>
      (await findGroup(platform.table, { accountId: account.id, groupId: created.id }))?.contactCount,
    log: async () =>
      (await membershipLog(platform.table, { accountId: account.id, phoneNumber: PHONE })).map(
        ({ action, reason, actor: who, groupId, optInMode }) => [action, reason, who, groupId, optInMode],
      ),
    events: () => queuedEvents(platform.table, account.id),
    texts: () => queuedTexts(platform.table, account.id),
  };
}

describe('3.3: enrolment', () => {
  it('by DIRECT writes membership, count, log, opt-in message and event', async () => {
    const s = await seed({}, { optInMessage: 'Welcome to News' });
    const contact = await s.enrol('DIRECT');
    expect(contact.memberships).toEqual({ [s.group.id]: { optInAt: NOW, tagIds: [] } });
    expect(await readStoredContact(platform.table, { accountId: s.account.id, phoneNumber: PHONE })).toEqual(
      contact,
    );
    expect(await s.count()).toBe(1);
    expect(await s.log()).toEqual([['OPT_IN', 'USER_ADDED', 'api', s.group.id, 'DIRECT']]);
    expect(await s.texts()).toEqual([
      { to: PHONE, from: s.account.defaultNumber, body: 'Welcome to News', purpose: 'optInMessage' },
    ]);
    expect(await s.events()).toEqual([
      {
        id: expect.stringMatching(/^evt_/) as string,
        type: 'contacts.group.opted_in',
        version: 1,
        time: NOW,
        accountId: s.account.id,
        contact: { id: s.contactId, phoneNumber: PHONE },
        group: { id: s.group.id, name: 'News' },
        optInMode: 'DIRECT',
      },
    ]);
  });

  it('by CONFIRM sends one text, that names the group and says YES and STOP', async () => {
    const s = await seed();
    await s.enrol('CONFIRM');
    const contact = await s.enrol('CONFIRM');
    expect(contact.pendingMemberships).toEqual({ [s.group.id]: { pendingSince: NOW } });
    expect(contact.memberships).toEqual({});
    expect(await s.count()).toBe(0);
    expect(await s.events()).toEqual([]);
    expect(await s.log()).toEqual([['OPT_IN_REQUESTED', 'USER_ADDED', 'api', s.group.id, 'CONFIRM']]);
    expect(await s.texts()).toEqual([
      {
        to: PHONE,
        from: s.account.defaultNumber,
        body: 'Acme - News: Reply YES to get our texts. Message frequency varies. Msg & data rates may apply. Reply HELP for help, STOP to opt out.',
        purpose: 'optInConfirmation',
      },
    ]);
  });

  it("by CONFIRM sends the group's own text from the group's own number", async () => {
    const number = '+12065559876';
    const account = await seedAccount(platform, { sender: number, defaultNumber: undefined });
    await seedContact(platform, { accountId: account.id, phoneNumber: PHONE });
    const group = await createGroup(platform, {
      accountId: account.id,
      name: 'Own',
      optInType: 'DOUBLE',
      confirmationMessage: 'Say YES',
      from: number,
    });
    await addMembership(platform, {
      account,
      phoneNumber: PHONE,
      groupId: group.id,
      actor,
      optInMode: 'CONFIRM',
    });
    expect(await queuedTexts(platform.table, account.id)).toEqual([
      { to: PHONE, from: number, body: 'Say YES', purpose: 'optInConfirmation' },
    ]);
  });

  it('by SILENT sends nothing, and tells the event all the same', async () => {
    const s = await seed({}, { optInMessage: 'Welcome' });
    await s.enrol('SILENT');
    expect(await s.texts()).toEqual([]);
    expect((await s.events()).map(({ type }) => type)).toEqual(['contacts.group.opted_in']);
    expect(await s.log()).toEqual([['OPT_IN', 'USER_ADDED', 'api', s.group.id, 'SILENT']]);
  });

  it('by SILENT completes what is pending', async () => {
    const s = await seed();
    await s.enrol('CONFIRM');
    const contact = await s.enrol('SILENT');
    expect(contact.pendingMemberships).toEqual({});
    expect(Object.keys(contact.memberships)).toEqual([s.group.id]);
    expect(await s.count()).toBe(1);
  });

  it('of an active member changes nothing', async () => {
    const s = await seed({}, { optInMessage: 'Welcome' });
    const before = await s.enrol('DIRECT');
    for (const optInMode of ['DIRECT', 'CONFIRM', 'SILENT'] as const) {
      expect(await s.enrol(optInMode)).toEqual(before);
    }
    expect(await s.count()).toBe(1);
    expect(await s.texts()).toHaveLength(1);
    expect(await s.events()).toHaveLength(1);
  });
});

describe('3.3: removal', () => {
  it('of an active member writes count, log and event', async () => {
    const s = await seed();
    await s.enrol('SILENT');
    const contact = await s.remove();
    expect(contact.memberships).toEqual({});
    expect(contact.hardOptOut).toBeUndefined();
    expect(await s.count()).toBe(0);
    expect(await s.log()).toEqual([
      ['OPT_IN', 'USER_ADDED', 'api', s.group.id, 'SILENT'],
      ['MANUAL_REMOVAL', 'USER_REMOVED', 'api', s.group.id, undefined],
    ]);
    expect((await s.events())[1]).toEqual({
      id: expect.stringMatching(/^evt_/) as string,
      type: 'contacts.group.opted_out',
      version: 1,
      time: NOW,
      accountId: s.account.id,
      contact: { id: s.contactId, phoneNumber: PHONE },
      group: { id: s.group.id, name: 'News' },
      reason: 'MANUAL_REMOVAL',
    });
  });

  it('of a pending member clears the block 33036, without an event', async () => {
    const s = await seed();
    const other = await createGroup(platform, {
      accountId: s.account.id,
      name: 'Other',
      optInType: 'SINGLE',
    });
    await s.enrol('CONFIRM');
    await expect(s.enrol('DIRECT', other.id)).rejects.toMatchObject({ code: 33036 });
    await s.remove();
    expect(await s.events()).toEqual([]);
    expect(Object.keys((await s.enrol('DIRECT', other.id)).memberships)).toEqual([other.id]);
  });

  it('of a non-member changes nothing', async () => {
    const s = await seed();
    expect((await s.remove()).version).toBe(1);
    expect(await s.log()).toEqual([]);
  });
});

describe('4.6: enrolment is refused', () => {
  it('with 33038 for SILENT without the capability, before everything else', async () => {
    const s = await seed({ silentOptIn: false });
    await expect(s.enrol('SILENT')).rejects.toMatchObject({ code: 33038 });
    await expect(s.enrol('SILENT', 'grp_none')).rejects.toMatchObject({ code: 33038 });
  });

  it('with 33030 for an unknown contact, before an unknown group', async () => {
    const s = await seed();
    const request = { account: s.account, phoneNumber: '+12125550199', actor, optInMode: 'DIRECT' as const };
    await expect(addMembership(platform, { ...request, groupId: 'grp_none' })).rejects.toMatchObject({
      code: 33030,
    });
    await expect(removeMembership(platform, { ...request, groupId: s.group.id })).rejects.toMatchObject({
      code: 33030,
    });
  });

  it('with 33030 where only a refusal is remembered of the number', async () => {
    const s = await seed();
    await seedContact(platform, {
      accountId: s.account.id,
      phoneNumber: '+12125550198',
      id: undefined,
      hardOptOut: { at: NOW, source: 'stop' },
    });
    const request = { account: s.account, phoneNumber: '+12125550198', groupId: s.group.id, actor };
    await expect(addMembership(platform, { ...request, optInMode: 'DIRECT' })).rejects.toMatchObject({
      code: 33030,
    });
  });

  it('with 33009 when a text is due and the number that is to send it is Inactive', async () => {
    const inactive = await seed({}, { optInMessage: 'Welcome' });
    await updateNumber(platform.table, {
      accountId: inactive.account.id,
      number: inactive.account.defaultNumber ?? '',
      status: 'Inactive',
    });
    await expect(inactive.enrol('DIRECT')).rejects.toMatchObject({ code: 33009 });
    expect(await inactive.count()).toBe(0);
    expect(await inactive.log()).toEqual([]);
  });
});
