import { createAccount } from '../../../../../shared/accounts/create-account';
import { membershipLog } from '../../../../../shared/audience/consent/consent-log';
import { changeConsent } from '../../../../../shared/audience/consent/change-consent';
import { listReviews } from '../../../../../shared/audience/consent/review-item';
import { optInContact, optOutContact } from '../../../../../shared/audience/consent/opt-out-contact';
import { sweepOptOuts } from '../../../../../shared/audience/consent/sweep-opt-outs';
import { createGroup } from '../../../../../shared/audience/groups/create-group';
import { findGroup } from '../../../../../shared/audience/groups/group-store';
import { updateExpression } from '../../../../../shared/platform/store/expressions';
import { contactKey } from '../../../../../shared/platform/store/keys';
import {
  consentPlatform,
  NOW,
  queuedEvents,
  readStoredContact,
  seedContact,
} from '../../../../support/audience/consent-fixture';
import { useEngine } from '../../../../support/engines/engine';
import { importRecords } from '../../../../support/audience/import-records';
import { crashingTable } from '../../../../support/faults/faulty-client';

const PHONE = '+12125550123';
const MEMBER = '+12125550124';

const EVIDENCE = 'import by the operator CLI';

const engine = useEngine();

async function seed() {
  const platform = consentPlatform(engine.table);
  const { id: accountId } = await createAccount(platform, { name: 'Test', silentOptIn: true });
  const makeGroup = async (name: string) =>
    (await createGroup(platform, { accountId, name, optInType: 'SINGLE' })).id;
  return {
    platform,
    accountId,
    makeGroup,
    run: (records: object[], group?: string, on: Parameters<typeof importRecords>[0] = platform) =>
      importRecords(on, { accountId, group, records }),
    stored: (phoneNumber = PHONE) => readStoredContact(engine.table, { accountId, phoneNumber }),
    log: async (phoneNumber = PHONE) =>
      (await membershipLog(engine.table, { accountId, phoneNumber })).map(
        ({ action, reason, actor, groupId }) => [action, reason, actor, groupId],
      ),
    count: async (groupId: string) => (await findGroup(engine.table, { accountId, groupId }))?.contactCount,
    events: async () =>
      (await queuedEvents(engine.table, accountId)).map((event) => [
        event.type,
        event.group.id,
        event.type === 'contacts.group.opted_out' ? event.reason : event.optInMode,
      ]),
  };
}

describe('rules E7: an import with the column optedOut', () => {
  it('creates the contact hard-opted-out and in no group, whatever group the import enrols in', async () => {
    const s = await seed();
    const group = await s.makeGroup('News');
    const rows = [
      { phoneNumber: PHONE, firstName: 'Ada', optedOut: 'yes' },
      { phoneNumber: MEMBER, optedOut: 'no' },
    ];
    expect(await s.run(rows, group)).toMatchObject({ imported: 2, rejected: [] });
    expect(await s.stored()).toMatchObject({
      firstName: 'Ada',
      memberships: {},
      hardOptOut: { at: NOW, source: 'import' },
    });
    expect(Object.keys((await s.stored(MEMBER))?.memberships ?? {})).toEqual([group]);
    expect(await s.count(group)).toBe(1);
    expect(await s.log()).toEqual([['HARD_OPT_OUT', 'IMPORT', 'import', undefined]]);
    expect(await s.events()).toEqual([['contacts.group.opted_in', group, 'SILENT']]);
  });

  it.each(['the contact’s own spelling', 'another spelling'])(
    'decides on a text that likely refused, at %s of the number',
    async (spelling) => {
      const s = await seed();
      const phoneNumber = '+5511999990123';
      await seedContact(s.platform, { accountId: s.accountId, phoneNumber });
      const likelyOptOut = { at: '2026-02-01T00:00:00.000Z', messageId: 'msg_1' };
      const { accountId, platform } = s;
      const trigger = { type: 'likelyOptOut', likelyOptOut } as const;
      await changeConsent(platform, { accountId, phoneNumber, trigger, actor: { type: 'contact' } });
      const reviews = () => listReviews(engine.table, { accountId, limit: 10 });
      expect(await reviews()).toHaveLength(1);

      const imported = spelling === 'another spelling' ? '+551199990123' : phoneNumber;
      expect(await s.run([{ phoneNumber: imported, optedOut: 'yes' }])).toMatchObject({ rejected: [] });

      expect(await reviews()).toEqual([]);
      const stored = await s.stored(phoneNumber);
      expect([stored?.hardOptOut?.source, stored?.likelyOptOut]).toEqual(['import', undefined]);
    },
  );

  it('leaves such a text to a person when it opts no one out', async () => {
    const s = await seed();
    const { accountId, platform } = s;
    await seedContact(platform, { accountId, phoneNumber: PHONE });
    const likelyOptOut = { at: '2026-02-01T00:00:00.000Z', messageId: 'msg_1' };
    const trigger = { type: 'likelyOptOut', likelyOptOut } as const;
    await changeConsent(platform, { accountId, phoneNumber: PHONE, trigger, actor: { type: 'contact' } });

    await s.run([{ phoneNumber: PHONE, firstName: 'Ada', optedOut: 'no' }], await s.makeGroup('News'));

    expect(await listReviews(engine.table, { accountId, limit: 10 })).toHaveLength(1);
    expect(await s.stored()).toMatchObject({ firstName: 'Ada', likelyOptOut });
  });

  it('takes a member out of every group, and a pending membership away', async () => {
    const s = await seed();
    const groups = await Promise.all(Array.from({ length: 25 }, (_, index) => s.makeGroup(`G${index}`)));
    for (const group of groups) await s.run([{ phoneNumber: PHONE }], group);
    const pending = await s.makeGroup('Pending');
    await engine.table.update({
      Key: contactKey(s.accountId, PHONE),
      ...updateExpression({ set: { pendingMemberships: { [pending]: { pendingSince: NOW } } } }),
    });
    expect(await s.run([{ phoneNumber: PHONE, optedOut: true }])).toMatchObject({ updated: 1 });
    expect(await s.stored()).toMatchObject({
      memberships: {},
      pendingMemberships: {},
      hardOptOut: { source: 'import' },
    });
    expect(await Promise.all(groups.map(s.count))).toEqual(groups.map(() => 0));
    const left = (await s.events()).filter(([type]) => type === 'contacts.group.opted_out');
    expect(left.map(([, group, reason]) => [group, reason]).sort()).toEqual(
      groups.map((group) => [group, 'IMPORT']).sort(),
    );
    expect(await s.log()).toContainEqual(['PENDING_REMOVED', 'IMPORT', 'import', pending]);
    expect(await s.log()).toContainEqual(['OPT_OUT', 'IMPORT', 'import', groups[0]]);
  });

  it('changes nothing when the file is imported again', async () => {
    const s = await seed();
    const rows = [{ phoneNumber: PHONE, firstName: 'Ada', optedOut: 'true' }];
    await s.run(rows);
    const before = [await s.stored(), await s.log()];
    s.platform.advance(60_000);
    expect(await s.run(rows)).toMatchObject({ imported: 0, updated: 0, unchanged: 1 });
    expect([await s.stored(), await s.log()]).toEqual(before);
  });

  it('keeps what the contact said itself', async () => {
    const s = await seed();
    await seedContact(s.platform, { accountId: s.accountId, phoneNumber: PHONE });
    await optOutContact(s.platform, { accountId: s.accountId, phoneNumber: PHONE, source: 'kiosk' });
    s.platform.advance(60_000);
    expect(await s.run([{ phoneNumber: PHONE, optedOut: true }])).toMatchObject({ unchanged: 1 });
    expect((await s.stored())?.hardOptOut).toEqual({ at: NOW, source: 'kiosk' });
  });

  it('never lifts an opt-out', async () => {
    const s = await seed();
    const group = await s.makeGroup('News');
    await s.run([{ phoneNumber: PHONE, optedOut: true }]);
    expect(await s.run([{ phoneNumber: PHONE, firstName: 'Ada', optedOut: false }])).toMatchObject({
      updated: 1,
    });
    expect(await s.run([{ phoneNumber: PHONE, optedOut: 'no' }], group)).toMatchObject({
      rejected: [{ line: 1, reason: 'hard-opted-out: only the contact can opt in again' }],
    });
    expect((await s.stored())?.hardOptOut).toEqual({ at: NOW, source: 'import', evidence: EVIDENCE });
  });

  it('says when it was said, where that is given and not in the future', async () => {
    const s = await seed();
    await s.run([
      { phoneNumber: PHONE, optedOut: '2026-02-03' },
      { phoneNumber: MEMBER, optedOut: '2030-01-01' },
    ]);
    expect((await s.stored())?.hardOptOut).toEqual({
      at: '2026-02-03T00:00:00.000Z',
      source: 'import',
      evidence: EVIDENCE,
    });
    expect((await s.stored(MEMBER))?.hardOptOut).toEqual({ at: NOW, source: 'import', evidence: EVIDENCE });
    await optInContact(s.platform, { accountId: s.accountId, phoneNumber: MEMBER });
    expect((await s.stored(MEMBER))?.hardOptOut).toBeUndefined();
  });

  it('is known of a number that is remembered for its STOP, and makes it a contact', async () => {
    const s = await seed();
    await optOutContact(s.platform, { accountId: s.accountId, phoneNumber: PHONE, source: 'stop' });
    expect(await s.run([{ phoneNumber: PHONE, optedOut: true }])).toMatchObject({ imported: 1 });
    expect(await s.stored()).toMatchObject({
      id: expect.any(String) as string,
      hardOptOut: { at: NOW, source: 'stop' },
    });
  });

  it('is recorded of a row that is rejected otherwise, which changes nothing else', async () => {
    const s = await seed();
    const group = await s.makeGroup('News');
    await s.run([{ phoneNumber: MEMBER, firstName: 'Ada' }], group);
    const rows = [
      { phoneNumber: PHONE, email: 'x', optedOut: true },
      { phoneNumber: MEMBER, firstName: 'Eve', email: 'x', optedOut: 'yes' },
    ];
    for (let time = 0; time < 2; time++) {
      expect((await s.run(rows, group)).rejected.map(({ line }) => line)).toEqual([1, 2]);
    }
    const refused = { hardOptOut: { at: NOW, source: 'import' }, memberships: {} };
    expect(await s.stored()).toMatchObject(refused);
    expect((await s.stored())?.id).toBeUndefined();
    expect(await s.stored(MEMBER)).toMatchObject({ ...refused, firstName: 'Ada' });
    expect(await s.count(group)).toBe(0);
  });

  it('is not recorded of a row whose number or statement cannot be read', async () => {
    const s = await seed();
    const rows = [
      { phoneNumber: 'bad', optedOut: true },
      { phoneNumber: PHONE, email: 'x', optedOut: 'perhaps' },
      { phoneNumber: PHONE, email: 'x', optedOut: 'no' },
    ];
    expect((await s.run(rows)).rejected).toHaveLength(3);
    expect(await s.stored()).toBeUndefined();
  });

  it('goes through for hundreds of lines at once', async () => {
    const s = await seed();
    const rows = Array.from({ length: 250 }, (_, index) => ({
      phoneNumber: `+1213${5_550_000 + index}`,
      optedOut: index % 2 === 0,
    }));
    expect(await s.run(rows)).toMatchObject({ imported: 250, rejected: [] });
    const contacts = await Promise.all(rows.map(({ phoneNumber }) => s.stored(phoneNumber)));
    expect(contacts.map((contact) => contact?.hardOptOut !== undefined)).toEqual(
      rows.map(({ optedOut }) => optedOut),
    );
  });

  it('is carried out to its end by the timer when the import dies', async () => {
    for (let call = 1; call < 6; call++) {
      const s = await seed();
      const group = await s.makeGroup('News');
      await s.run([{ phoneNumber: PHONE }], group);
      const { table, plan } = crashingTable(engine.documents, engine.table.name);
      plan.current = { callsLeft: call, when: 'after' };
      const rows = [{ phoneNumber: PHONE, optedOut: true }];
      await s.run(rows, undefined, { ...s.platform, table }).catch(() => undefined);
      s.platform.advance(5 * 60_000);
      await sweepOptOuts(s.platform);
      const contact = await s.stored();
      const isOut = contact?.hardOptOut !== undefined;
      expect([Object.keys(contact?.memberships ?? {}).length, await s.count(group)]).toEqual(
        isOut ? [0, 0] : [1, 1],
      );
      await s.run(rows);
      expect(await s.stored()).toMatchObject({ memberships: {}, hardOptOut: { source: 'import' } });
      expect(await s.count(group)).toBe(0);
    }
  });
});
