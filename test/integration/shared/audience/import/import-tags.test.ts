import { Readable } from 'node:stream';
import { createGroup } from '../../../../../shared/audience/groups/create-group';
import { removeTag, tagMembership } from '../../../../../shared/audience/groups/group-tags';
import { importContacts, type ImportOptions } from '../../../../../shared/audience/import/import-contacts';
import { describeProblems } from '../../../../../shared/audience/import/problem';
import { receiveInbound } from '../../../../../shared/inbound/receive-inbound';
import {
  consentPlatform,
  queuedEvents,
  readStoredContact,
  seedAccount,
} from '../../../../support/audience/consent-fixture';
import { useEngine } from '../../../../support/engines/engine';

const phone = (index: number) => `+1212${5_550_100 + index}`;

const engine = useEngine();

async function seed() {
  const platform = consentPlatform(engine.table);
  const account = await seedAccount(platform);
  const accountId = account.id;
  const tags = ['VIP', 'New', 'a;b', 'Old'];
  const group = await createGroup(platform, { accountId, name: 'News', optInType: 'SINGLE', tags });
  const other = await createGroup(platform, {
    accountId,
    name: 'Other',
    optInType: 'SINGLE',
    tags: ['Else'],
  });
  const nameOf = new Map([...group.tags, ...other.tags].map(({ id, name }) => [id, name]));
  const stored = (index: number) => readStoredContact(engine.table, { accountId, phoneNumber: phone(index) });
  return {
    platform,
    account,
    accountId,
    group,
    other,
    stored,
    idOf: (name: string) => group.tags.find((tag) => tag.name === name)?.id ?? '',
    run: async (lines: string[], more: Partial<ImportOptions> = {}) => {
      platform.advance(60_000);
      const { rejectedRows, ...report } = await importContacts(platform, {
        ...{ accountId, format: 'csv', group: group.id, consentBasis: 'Signed.' },
        open: () => Readable.from([Buffer.from(lines.join('\n'))]),
        ...more,
      });
      const rejected = rejectedRows.map(({ row, problems }) => [row, describeProblems(problems)]);
      return { ...report, rejected };
    },
    tagsOf: async (index: number) =>
      (await stored(index))?.memberships[group.id]?.tagIds.map((id) => nameOf.get(id)),
    put: (index: number, tagName: string) =>
      tagMembership(platform, { accountId, phoneNumber: phone(index), groupId: group.id, tagName }),
  };
}

describe('rules E5: the column tags of an import into a group', () => {
  it('sets the tags of the membership, by names in any case and by ids', async () => {
    const s = await seed();
    const report = await s.run([
      'phone,tags',
      `${phone(0)},vip; NEW ;`,
      `${phone(1)},${s.idOf('New')};VIP;vip`,
      `${phone(2)},a;b`,
      `${phone(3)},"[""a;b"",""Old""]"`,
      `${phone(4)},`,
    ]);
    expect(report).toMatchObject({ created: 5, rejected: [], warnings: [], ignoredColumns: [] });
    expect(await Promise.all([0, 1, 2, 3, 4].map(s.tagsOf))).toEqual([
      ['VIP', 'New'],
      ['VIP', 'New'],
      ['a;b'],
      ['a;b', 'Old'],
      [],
    ]);
  });

  it('changes nothing the second time, nor in another order of the same tags', async () => {
    const s = await seed();
    const lines = ['phone,tags', `${phone(0)},VIP;New`, `${phone(1)},`];
    expect(await s.run(lines)).toMatchObject({ created: 2 });
    const before = [await s.stored(0), await s.stored(1)];
    expect(await s.run(lines)).toMatchObject({ created: 0, updated: 0, unchanged: 2 });
    expect(await s.run(['phone,tags', `${phone(0)},new;vip`])).toMatchObject({ unchanged: 1 });
    expect([await s.stored(0), await s.stored(1)]).toEqual(before);
  });

  it('replaces the tags of a member, and leaves them where a cell is empty or the column is missing', async () => {
    const s = await seed();
    await s.run(['phone', phone(0), phone(1), phone(2)]);
    for (const index of [0, 1, 2]) await s.put(index, 'Old');
    const events = await queuedEvents(engine.table, s.accountId);
    const lines = ['phone,first,tags', `${phone(0)},Ann,VIP`, `${phone(1)},Bo,`, `${phone(2)},,Old`];
    expect(await s.run(lines)).toMatchObject({ updated: 2, unchanged: 1 });
    expect(await s.run(['phone,last', `${phone(2)},Cy`])).toMatchObject({ updated: 1 });
    expect(await Promise.all([0, 1, 2].map(s.tagsOf))).toEqual([['VIP'], ['Old'], ['Old']]);
    expect(await queuedEvents(engine.table, s.accountId)).toEqual(events);
  });

  it('is a list in JSON lines, of which an empty one, null and "" take all tags away', async () => {
    const s = await seed();
    await s.run(['phone,tags', ...[0, 1, 2, 3].map((index) => `${phone(index)},VIP`)]);
    const lines = [[], null, '', ['Old', 'New']].map((tags, index) =>
      JSON.stringify({ phone: phone(index), tags }),
    );
    lines.push(
      JSON.stringify({ phone: phone(4), tags: 'New;Old' }),
      JSON.stringify({ phone: phone(5), tags: 7 }),
    );
    expect(await s.run(lines, { format: 'jsonl' })).toMatchObject({
      ...{ created: 1, updated: 4 },
      rejected: [[6, 'tags: must be names or ids of tags, not "7"']],
    });
    expect(await Promise.all([0, 1, 2, 3, 4].map(s.tagsOf))).toEqual([
      [],
      [],
      [],
      ['New', 'Old'],
      ['New', 'Old'],
    ]);
  });

  it('rejects a row with a tag that the group lacks, and names it', async () => {
    const s = await seed();
    const elsewhere = s.other.tags[0]?.id ?? '';
    const report = await s.run([
      'phone,tags',
      `${phone(0)},VIP;Gold`,
      `${phone(1)},${elsewhere}`,
      `${phone(2)},VIP|New`,
      `${phone(3)},VIP`,
    ]);
    expect(report).toMatchObject({
      created: 1,
      rejected: [
        [2, 'tags: must be tags of the group, not "Gold"'],
        [3, `tags: must be tags of the group, not "${elsewhere}"`],
        [4, 'tags: must be tags of the group, not "VIP|New"'],
      ],
    });
    expect(await s.stored(0)).toBeUndefined();
  });

  it('counts tags that the group has no longer for none', async () => {
    const s = await seed();
    await s.run(['phone,tags', `${phone(0)},VIP;Old`]);
    await removeTag(s.platform, { accountId: s.accountId, groupId: s.group.id, name: 'Old' });
    expect(await s.run(['phone,tags', `${phone(0)},VIP`])).toMatchObject({ unchanged: 1 });
    expect(await s.run(['phone,tags', `${phone(0)},New`])).toMatchObject({ updated: 1 });
    expect(await s.tagsOf(0)).toEqual(['New']);
  });

  it('is kept of a membership that waits for its confirmation', async () => {
    const s = await seed();
    const lines = ['phone,tags', `${phone(0)},VIP`];
    expect(await s.run(lines, { optInMode: 'CONFIRM' })).toMatchObject({ created: 1 });
    expect(await s.run(lines, { optInMode: 'CONFIRM' })).toMatchObject({ unchanged: 1 });
    expect(await s.run(['phone,tags', `${phone(0)},VIP;New`], { optInMode: 'CONFIRM' })).toMatchObject({
      updated: 1,
    });
    expect(await s.stored(0)).toMatchObject({ memberships: {} });
    await receiveInbound(
      s.platform,
      { providerMessageId: 'in-1', rawFrom: phone(0), to: s.account.defaultNumber ?? '', body: 'YES' },
      s.platform.clock.now(),
    );
    expect(await s.tagsOf(0)).toEqual(['VIP', 'New']);
  });

  it('does nothing to contacts that are to stay as they are, or refuse everything', async () => {
    const s = await seed();
    await s.run(['phone,tags', `${phone(0)},Old`]);
    expect(await s.run(['phone,tags', `${phone(0)},VIP`], { onExisting: 'skip' })).toMatchObject({
      skipped: 1,
    });
    expect(await s.tagsOf(0)).toEqual(['Old']);
    expect(await s.run(['phone,tags,unsubscribed', `${phone(0)},VIP,yes`])).toMatchObject({ updated: 1 });
    expect((await s.stored(0))?.memberships).toEqual({});
  });

  it('is nothing without a group, and told of', async () => {
    const s = await seed();
    const without = { group: undefined, consentBasis: undefined };
    const lines = ['phone,Tags', `${phone(0)},Anything`];
    expect(await s.run(lines, without)).toMatchObject({ created: 1, rejected: [], ignoredColumns: ['Tags'] });
  });

  it('can be any column and attribute by the mapping', async () => {
    const s = await seed();
    await s.run(['phone,Labels', `${phone(0)},VIP`], { mapping: { Labels: 'tags' } });
    expect(await s.tagsOf(0)).toEqual(['VIP']);
    const endpoint = { ChannelType: 'SMS', Address: phone(1), Attributes: { Labels: ['New', 'Old'] } };
    await s.run([JSON.stringify(endpoint)], { format: 'pinpoint', mapping: { 'Attributes.Labels': 'tags' } });
    expect(await s.tagsOf(1)).toEqual(['New', 'Old']);
  });
});
