import { DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import { createAccount } from '../../../../../shared/accounts/create-account';
import { membershipLog } from '../../../../../shared/audience/consent/consent-log';
import { importContacts } from '../../../../../shared/audience/import/import-contacts';
import { createField } from '../../../../../shared/audience/custom-fields/define-fields';
import { createGroup } from '../../../../../shared/audience/groups/create-group';
import { findGroup } from '../../../../../shared/audience/groups/group-store';
import type { Clock } from '../../../../../shared/platform/clock';
import { createIds, type Ids } from '../../../../../shared/platform/ids';
import { contactKey } from '../../../../../shared/platform/store/keys';
import type { Item } from '../../../../../shared/platform/store/item';
import type { Table } from '../../../../../shared/platform/store/table';
import { useEngine } from '../../../../support/engines/engine';
import { importRecords, openRecords } from '../../../../support/audience/import-records';
import { Readable } from 'node:stream';

const NOW = '2026-03-01T12:00:00.000Z';
const CONTACT_ID = expect.stringMatching(/^con_/) as string;
const phone = (index: number) => `+1212${5_550_000 + index}`;

const engine = useEngine();
let platform: { table: Table; clock: Clock; ids: Ids };
let accountId: string;

beforeAll(async () => {
  const clock = { now: () => new Date(NOW) };
  platform = { table: engine.table, clock, ids: createIds(clock) };
});
beforeEach(async () => {
  accountId = (await createAccount(platform, { name: 'Test', silentOptIn: true })).id;
});

const runImport = (records: unknown[], group?: string) =>
  importRecords(platform, { accountId, records, group });
const stored = (index: number) => engine.table.get(contactKey(accountId, phone(index)));
const makeGroup = async () =>
  (await createGroup(platform, { accountId, name: 'All', optInType: 'SINGLE' })).id;
const countOf = async (groupId: string) =>
  (await findGroup(engine.table, { accountId, groupId }))?.contactCount;

async function outboxEvents(): Promise<unknown[]> {
  const pages = paginateScan(
    { client: DynamoDBDocumentClient.from(engine.client) },
    { TableName: engine.table.name },
  );
  const events: Array<{ detail: { accountId: string } }> = [];
  for await (const page of pages) {
    for (const item of (page.Items ?? []) as Item[]) {
      if (item.entity === 'outbox') events.push((item.entry as { event: (typeof events)[number] }).event);
    }
  }
  return events.filter(({ detail }) => detail.accountId === accountId);
}

describe('an import', () => {
  it('creates contacts, updates those that there are, and leaves out the lines it cannot read', async () => {
    await createField(platform, { accountId, label: 'Size', type: 'SINGLE_SELECT', options: ['S', 'M'] });
    await runImport([{ phoneNumber: phone(1), firstName: 'Ada', lastName: 'Lovelace' }]);
    const result = await runImport([
      { phoneNumber: phone(1), lastName: null, address: { postalCode: '60601' } },
      { phoneNumber: phone(2), customFields: { size: 'M' } },
      { phoneNumber: 'nobody' },
      { phoneNumber: phone(3), customFields: { size: 'XL' } },
      { phoneNumber: phone(4), address: { country: 'XX' } },
    ]);
    expect(result).toEqual({
      imported: 1,
      updated: 1,
      unchanged: 0,
      rejected: [
        {
          line: 3,
          reason: 'phoneNumber: must be a phone number, without extension and letters, not "nobody"',
        },
        {
          line: 4,
          reason: 'customFields.Size: unknown_option: must be one of S, M, not "XL"',
        },
        { line: 5, reason: 'address.country: must be an ISO 3166-1 alpha-2 code, not "XX"' },
      ],
    });
    expect(await stored(1)).toEqual({
      ...contactKey(accountId, phone(1)),
      entity: 'contact',
      id: CONTACT_ID,
      accountId,
      phoneNumber: phone(1),
      firstName: 'Ada',
      searchForm: '\nada',
      address: { postalCode: '60601' },
      tz: 'America/Chicago',
      isFavorite: false,
      customFields: {},
      memberships: {},
      pendingMemberships: {},
      version: 2,
      createdAt: NOW,
      updatedAt: NOW,
      gsi2pk: expect.stringMatching(`^CONTACTS#${accountId}#\\d\\d$`) as string,
      gsi2sk: CONTACT_ID,
    });
    expect(await stored(2)).toMatchObject({
      customFields: { contact_custom_field_1: { generation: 1, value: 'M' } },
      version: 1,
    });
    expect([await stored(3), await stored(4)]).toEqual([undefined, undefined]);
  });

  it('takes the last of several rows about one number, and changes nothing when they come again', async () => {
    const filler = Array.from({ length: 150 }, (_, index) => ({ phoneNumber: phone(1000 + index) }));
    const records = [
      { phoneNumber: phone(1), firstName: 'Ada', lastName: 'Byron' },
      { phoneNumber: phone(1), lastName: 'Lovelace' },
      ...filler,
      { phoneNumber: phone(1), isFavorite: true },
      { phoneNumber: phone(1), isFavorite: true },
    ];
    expect(await runImport(records)).toEqual({ imported: 151, updated: 0, unchanged: 0, rejected: [] });
    expect(await stored(1)).toMatchObject({ isFavorite: true });
    expect(await stored(1)).not.toHaveProperty('firstName');
    expect(await runImport(records)).toEqual({ imported: 0, updated: 0, unchanged: 151, rejected: [] });
  });

  it('makes a contact of a number whose STOP is remembered, and keeps the STOP', async () => {
    const hardOptOut = { at: NOW, source: 'stop' };
    await engine.table.put({
      Item: {
        ...contactKey(accountId, phone(1)),
        accountId,
        phoneNumber: phone(1),
        hardOptOut,
        version: 1,
        createdAt: NOW,
        updatedAt: NOW,
      },
    });
    expect(await runImport([{ phoneNumber: phone(1) }])).toMatchObject({ imported: 1 });
    expect(await stored(1)).toMatchObject({ id: CONTACT_ID, hardOptOut, version: 2, customFields: {} });
  });

  it('loses nothing that happens at the same time', async () => {
    const indexes = Array.from({ length: 300 }, (_, index) => index);
    await runImport(indexes.map((index) => ({ phoneNumber: phone(index) })));
    const hardOptOut = { at: NOW, source: 'stop' };
    const stops = indexes.map((index) =>
      engine.table.update({
        Key: contactKey(accountId, phone(index)),
        UpdateExpression: 'SET hardOptOut = :h ADD version :one',
        ExpressionAttributeValues: { ':h': hardOptOut, ':one': 1 },
      }),
    );
    const [result] = await Promise.all([
      runImport(indexes.map((index) => ({ phoneNumber: phone(index), firstName: `${index}` }))),
      ...stops,
    ]);
    expect(result).toEqual({ imported: 0, updated: 300, unchanged: 0, rejected: [] });
    const items = await engine.table.batchGet(indexes.map((index) => contactKey(accountId, phone(index))));
    expect(items.map((item) => [item?.firstName, item?.hardOptOut, item?.version])).toEqual(
      indexes.map((index) => [`${index}`, hardOptOut, 3]),
    );
  });

  it('of one file by two at once creates each contact once', async () => {
    const records = Array.from({ length: 250 }, (_, index) => ({ phoneNumber: phone(index) }));
    const results = await Promise.all([runImport(records), runImport(records)]);
    expect(results[0].imported + results[1].imported).toBe(250);
    expect(results[0].unchanged + results[1].unchanged).toBe(250);
  });

  it('tells how many lines are done', async () => {
    const told: number[] = [];
    const records = [...Array.from({ length: 150 }, (_, index) => ({ phoneNumber: phone(index) })), 'bad'];
    await importContacts(platform, {
      accountId,
      format: 'jsonl',
      open: openRecords(records),
      onProgress: ({ rows }) => told.push(rows),
    });
    expect(told.at(-1)).toBe(151);
    expect(told).toEqual([...told].sort((a, b) => a - b));
  });

  it('ends with the error of its source', async () => {
    const open = () =>
      Readable.from(
        (async function* () {
          yield Buffer.from(`{"phoneNumber":"${phone(1)}"}\n`);
          throw new Error('the file is gone');
        })(),
      );
    const run = importContacts(platform, { accountId, format: 'jsonl', open });
    await expect(run).rejects.toThrow('the file is gone');
    expect(await stored(1)).toBeUndefined();
  });
});

describe('ZIPs that a spreadsheet took the zeros from (rules E5)', () => {
  const importZip = async (row: object, before?: object) => {
    const phoneNumber = '+12135550123';
    if (before) await runImport([{ phoneNumber, ...before }]);
    await runImport([{ phoneNumber, ...row }]);
    const item = await engine.table.get(contactKey(accountId, phoneNumber));
    return [(item?.address as { postalCode?: string }).postalCode, item?.tz];
  };

  it.each<[object, string, string]>([
    [{ Zip: '2134' }, '02134', 'America/New_York'],
    [{ Zip: 2134 }, '02134', 'America/New_York'],
    [{ Zip: '2134-1234' }, '02134-1234', 'America/New_York'],
    [{ Zip: '21341234' }, '02134-1234', 'America/New_York'],
    [{ Zip: 5011234 }, '00501-1234', 'America/New_York'],
    [{ Zip: '501', Country: 'United States' }, '00501', 'America/New_York'],
    [{ Zip: '60601' }, '60601', 'America/Chicago'],
    // Not ZIPs: none are as short, and other countries have codes of four digits.
    [{ Zip: '21' }, '21', 'America/Los_Angeles'],
    [{ Zip: '213456' }, '213456', 'America/Los_Angeles'],
    [{ Zip: '8001', Country: 'CH' }, '8001', 'America/Los_Angeles'],
  ])('get them back: %j', async (row, postalCode, tz) => {
    expect(await importZip(row)).toEqual([postalCode, tz]);
  });

  it('go by the country that the contact has already', async () => {
    expect(await importZip({ Zip: '8001' }, { Country: 'CH' })).toEqual(['8001', 'America/Los_Angeles']);
    expect(await importZip({ Zip: '2134', Country: 'US' }, { Country: 'CH' })).toEqual([
      '02134',
      'America/New_York',
    ]);
  });

  it('of a number elsewhere stay as they are without a country', async () => {
    const phoneNumber = '+493012345678';
    await runImport([{ phoneNumber, Zip: '2134' }]);
    expect(await engine.table.get(contactKey(accountId, phoneNumber))).toMatchObject({
      address: { postalCode: '2134' },
    });
  });

  it('change nothing the second time', async () => {
    const records = [{ phoneNumber: phone(1), Zip: '2134', State: 'Massachusetts' }];
    expect(await runImport(records)).toMatchObject({ imported: 1 });
    expect(await stored(1)).toMatchObject({ address: { postalCode: '02134', state: 'MA' } });
    expect(await runImport(records)).toMatchObject({ unchanged: 1 });
  });
});

describe('an import into a group (rules 3.3, 3.4, 6)', () => {
  it('enrols new and known contacts with count, log and one event each, and no text', async () => {
    const groupId = await makeGroup();
    await runImport([{ phoneNumber: phone(0), firstName: 'Ada' }]);
    const records = Array.from({ length: 80 }, (_, index) => ({ phoneNumber: phone(index) }));
    expect(await runImport(records, groupId)).toEqual({
      imported: 79,
      updated: 1,
      unchanged: 0,
      rejected: [],
    });
    expect(await countOf(groupId)).toBe(80);
    expect(await stored(0)).toMatchObject({
      firstName: 'Ada',
      memberships: { [groupId]: { optInAt: NOW, tagIds: [] } },
    });
    expect(await membershipLog(engine.table, { accountId, phoneNumber: phone(79) })).toMatchObject([
      { action: 'OPT_IN', reason: 'USER_ADDED', actor: 'import', groupId, at: NOW },
    ]);
    const events = await outboxEvents();
    expect(events).toHaveLength(80);
    expect(events).toContainEqual({
      detailType: 'contacts.group.opted_in',
      time: NOW,
      detail: expect.objectContaining({
        type: 'contacts.group.opted_in',
        accountId,
        contact: { id: (await stored(79))?.id, phoneNumber: phone(79) },
        group: { id: groupId, name: 'All' },
      }) as object,
    });
  });

  it('leaves out contacts that are hard-opted-out or pending elsewhere, profile included', async () => {
    const groupId = await makeGroup();
    await runImport([{ phoneNumber: phone(1) }, { phoneNumber: phone(2) }]);
    await engine.table.update({
      Key: contactKey(accountId, phone(1)),
      UpdateExpression: 'SET hardOptOut = :h',
      ExpressionAttributeValues: { ':h': { at: NOW, source: 'stop' } },
    });
    await engine.table.update({
      Key: contactKey(accountId, phone(2)),
      UpdateExpression: 'SET pendingMemberships = :p',
      ExpressionAttributeValues: { ':p': { grp_other: { pendingSince: NOW } } },
    });
    const records = [1, 2, 3].map((index) => ({ phoneNumber: phone(index), firstName: 'New' }));
    expect(await runImport(records, groupId)).toEqual({
      imported: 1,
      updated: 0,
      unchanged: 0,
      rejected: [
        { line: 1, reason: 'hard-opted-out: only the contact can opt in again' },
        { line: 2, reason: 'pending in another group' },
      ],
    });
    expect(await stored(1)).not.toHaveProperty('firstName');
    expect(await countOf(groupId)).toBe(1);
  });

  it('counts right when two imports of one file run at once', async () => {
    const groupId = await makeGroup();
    const records = Array.from({ length: 100 }, (_, index) => ({ phoneNumber: phone(index) }));
    await Promise.all([runImport(records, groupId), runImport(records, groupId)]);
    expect(await countOf(groupId)).toBe(100);
    expect(await outboxEvents()).toHaveLength(100);
  });

  it('is refused for a group that there is not', async () => {
    await expect(runImport([{ phoneNumber: phone(1) }], 'grp_nobody')).rejects.toMatchObject({ code: 33031 });
    expect(await stored(1)).toBeUndefined();
  });
});
