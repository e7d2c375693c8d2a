import { Readable } from 'node:stream';
import { createAccount } from '../../../../../shared/accounts/create-account';
import { createGroup } from '../../../../../shared/audience/groups/create-group';
import { updateGroup } from '../../../../../shared/audience/groups/update-group';
import { findGroup } from '../../../../../shared/audience/groups/group-store';
import { importContacts, type ImportOptions } from '../../../../../shared/audience/import/import-contacts';
import { addNumber } from '../../../../../shared/senders/number-store';
import { consentPlatform, readStoredContact } from '../../../../support/audience/consent-fixture';
import { useEngine } from '../../../../support/engines/engine';
import { openRecords } from '../../../../support/audience/import-records';

const PHONE = '+12125550123';
const OTHER = '+12125550124';

const engine = useEngine();

const endpoint = (more: object) => ({
  ChannelType: 'SMS',
  Address: PHONE,
  EndpointStatus: 'ACTIVE',
  OptOut: 'NONE',
  ...more,
});
const OLD = { EffectiveDate: '2025-01-01T00:00:00.000Z' };
const NEW = { EffectiveDate: '2026-01-01T00:00:00.000Z' };
const INACTIVE = { EndpointStatus: 'INACTIVE' };
const ALL = { OptOut: 'ALL' };

async function seed() {
  const platform = consentPlatform(engine.table);
  const { id: accountId } = await createAccount(platform, { name: 'Test', silentOptIn: true });
  const { id: groupId } = await createGroup(platform, { accountId, name: 'News', optInType: 'SINGLE' });
  return {
    platform,
    accountId,
    groupId,
    run: (endpoints: object[], more: Partial<ImportOptions> = {}) =>
      importContacts(platform, { accountId, format: 'pinpoint', open: openRecords(endpoints), ...more }),
    enrolment: { group: groupId, optInMode: 'SILENT', consentBasis: 'Web form.' } as const,
    stored: (phoneNumber = PHONE) => readStoredContact(engine.table, { accountId, phoneNumber }),
    members: async () => (await findGroup(engine.table, { accountId, groupId }))?.contactCount,
  };
}

/** Cases with both orders of the rows, and with and without a group. */
const EITHER_WAY: Array<[string, (rows: object[]) => object[], boolean]> = [false, true].flatMap(
  (hasGroup): Array<[string, (rows: object[]) => object[], boolean]> => [
    [`in this order, ${hasGroup ? 'into a group' : 'without group'}`, (rows) => rows, hasGroup],
    [
      `in the other order, ${hasGroup ? 'into a group' : 'without group'}`,
      (rows) => [...rows].reverse(),
      hasGroup,
    ],
  ],
);

describe('rules E5: OptOut=ALL of an endpoint of Amazon Pinpoint', () => {
  describe.each<[string, object[]]>([
    ['is newer and inactive', [endpoint({ ...OLD }), endpoint({ ...NEW, ...INACTIVE, ...ALL })]],
    ['is older and inactive', [endpoint({ ...NEW }), endpoint({ ...OLD, ...INACTIVE, ...ALL })]],
    ['is newer', [endpoint({ ...OLD }), endpoint({ ...NEW, ...ALL })]],
    ['is older', [endpoint({ ...NEW }), endpoint({ ...OLD, ...ALL })]],
    ['has no date', [endpoint({ ...NEW }), endpoint({ ...ALL })]],
    [
      'is one of several',
      [endpoint({ ...NEW }), endpoint({ ...OLD, ...ALL }), endpoint({ ...OLD, ...INACTIVE, ...ALL })],
    ],
  ])('that %s', (_what, rows) => {
    it.each(EITHER_WAY)('wins %s', async (_order, arrange, hasGroup) => {
      const s = await seed();
      const report = await s.run(arrange(rows), hasGroup ? s.enrolment : {});
      expect(await s.stored()).toMatchObject({
        id: expect.any(String) as string,
        memberships: {},
        hardOptOut: { source: 'carrier' },
      });
      expect(report).toMatchObject({
        ...{ rows: rows.length, created: 1, rejected: 0, optedOut: 1 },
        skipped: rows.length - 1,
      });
      expect(await s.members()).toBe(0);
      // The same file again changes nothing.
      const before = await s.stored();
      s.platform.advance(60_000);
      expect(await s.run(arrange(rows), hasGroup ? s.enrolment : {})).toMatchObject({
        ...{ created: 0, updated: 0, unchanged: 1, optedOut: 1 },
      });
      expect(await s.stored()).toEqual(before);
    });
  });

  it('is remembered of a number with inactive endpoints only, which becomes no contact', async () => {
    const s = await seed();
    const rows = [
      endpoint({ ...OLD, ...INACTIVE, ...ALL }),
      endpoint({ ...NEW, ...INACTIVE, ...ALL }),
      endpoint({ ...NEW, ...INACTIVE, Address: OTHER }),
    ];
    const report = await s.run(rows, s.enrolment);
    expect(report).toMatchObject({ rows: 3, created: 0, skipped: 3, duplicates: 0, optedOut: 1 });
    expect(await s.stored()).toMatchObject({ hardOptOut: { source: 'carrier' } });
    expect((await s.stored())?.id).toBeUndefined();
    expect(await s.stored(OTHER)).toBeUndefined();
  });

  it('in an earlier file keeps the contact of a later one out of the group', async () => {
    const s = await seed();
    await s.run([endpoint({ ...NEW, ...INACTIVE, ...ALL })]);
    const report = await s.run([endpoint({ ...NEW })], s.enrolment);
    expect(report).toMatchObject({ created: 0, rejected: 1, optedOut: 0 });
    expect(await s.stored()).toMatchObject({ memberships: {}, hardOptOut: { source: 'carrier' } });
  });

  it('in a later file takes the contact out of the group', async () => {
    const s = await seed();
    await s.run([endpoint({ ...NEW })], s.enrolment);
    expect(await s.members()).toBe(1);
    expect(await s.run([endpoint({ ...OLD, ...INACTIVE, ...ALL })])).toMatchObject({
      ...{ created: 0, updated: 0, skipped: 1, optedOut: 1 },
    });
    expect(await s.stored()).toMatchObject({ memberships: {}, hardOptOut: { source: 'carrier' } });
    expect(await s.members()).toBe(0);
  });

  it('in the last row keeps the welcome text from the contact of the first', async () => {
    const s = await seed();
    const { accountId, groupId } = s;
    await updateGroup(s.platform, { accountId, groupId, changes: { optInMessage: 'Welcome' } });
    await addNumber(s.platform, { accountId, number: '+12125550100', status: 'Active' });
    const filler = Array.from({ length: 300 }, (_, index) =>
      endpoint({ Address: `+1213${5_550_000 + index}`, ...INACTIVE }),
    );
    const rows = [endpoint({ ...NEW }), ...filler, endpoint({ ...OLD, ...INACTIVE, ...ALL })];
    expect(await s.run(rows, { ...s.enrolment, optInMode: 'DIRECT' })).toMatchObject({
      ...{ rows: 302, created: 1, skipped: 301, rejected: 0, optedOut: 1 },
    });
    expect(await s.stored()).toMatchObject({ memberships: {}, hardOptOut: { source: 'carrier' } });
  });

  it('counts with a number that is no number neither as rejected nor as opted out when it is inactive', async () => {
    const s = await seed();
    const rows = [endpoint({ ...INACTIVE, ...ALL, Address: 'x' }), endpoint({ ...ALL, Address: 'x' })];
    expect(await s.run(rows)).toMatchObject({ skipped: 1, rejected: 1, optedOut: 0 });
  });
});

describe('rules E7: rows of a CSV file that opt a number out', () => {
  const csv = (s: Awaited<ReturnType<typeof seed>>, lines: string[], more: Partial<ImportOptions> = {}) =>
    s.run(lines as never, {
      format: 'csv',
      open: () => Readable.from([Buffer.from(lines.join('\n'))]),
      ...more,
    });

  it.each([
    ['the first', `${PHONE},Ann,yes`, `${PHONE},Anna,`],
    ['the last', `${PHONE},Ann,`, `${PHONE},Anna,yes`],
  ])('count when %s of two says so, and the number is counted once', async (_which, first, last) => {
    const s = await seed();
    const report = await csv(s, ['phone,first,unsubscribed', first, last], s.enrolment);
    expect(report).toMatchObject({ created: 1, rejected: 0, duplicates: 1, optedOut: 1 });
    expect(await s.stored()).toMatchObject({
      ...{ firstName: 'Anna', memberships: {}, hardOptOut: { source: 'import' } },
    });
  });

  it('keep the date that one of them has', async () => {
    const s = await seed();
    await csv(s, ['phone,optedOut', `${PHONE},2025-02-03`, `${PHONE},`]);
    expect(await s.stored()).toMatchObject({ hardOptOut: { at: '2025-02-03T00:00:00.000Z' } });
  });

  it('count when they are rejected otherwise', async () => {
    const s = await seed();
    const lines = ['phone,email,optedOut', `${PHONE},x,yes`, `${PHONE},,`, `${OTHER},x,yes`];
    expect(await csv(s, lines, s.enrolment)).toMatchObject({ created: 1, rejected: 2, optedOut: 2 });
    expect(await s.stored()).toMatchObject({ memberships: {}, hardOptOut: { source: 'import' } });
    expect(await s.stored(OTHER)).toMatchObject({ hardOptOut: { source: 'import' } });
  });
});
