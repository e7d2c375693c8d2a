import { Readable } from 'node:stream';
import { createAccount } from '../../../../../shared/accounts/create-account';
import { createField } from '../../../../../shared/audience/custom-fields/define-fields';
import { importContacts, type ImportOptions } from '../../../../../shared/audience/import/import-contacts';
import { consentPlatform, readStoredContact } from '../../../../support/audience/consent-fixture';
import { useEngine } from '../../../../support/engines/engine';
import { readAccount } from '../../../../../shared/accounts/account';
import { cancelImport } from '../../../../../shared/audience/import/cancel-import';
import { createImport } from '../../../../../shared/audience/import/create-import';
import { importItem } from '../../../../../shared/audience/import/import-item';
import type { ImportFormat } from '../../../../../shared/audience/import/source-row';
import { startImport } from '../../../../../shared/audience/import/start-import';
import { NO_CAMPAIGNS } from '../../../../support/sending/no-campaigns';
import { workTransfer } from '../../../../../shared/exports/work-transfer';
import { importFileKey, rejectedFileKey } from '../../../../../shared/platform/files/file-keys';
import { accountKey } from '../../../../../shared/platform/store/keys';
import { createJobsFixture } from '../../../../support/sending/jobs-fixture';
import { memoryFiles } from '../../../../support/audience/memory-files';
import { createQuietLog } from '../../../../support/logs/quiet-log';
import { ANY_ACTOR, ANY_STARTER } from '../../../../support/audience/any-actor';

describe('warnings', () => {
  const phone = (index: number) => `+1212${5_550_100 + index}`;

  const engine = useEngine();

  async function seed() {
    const platform = consentPlatform(engine.table);
    const { id: accountId } = await createAccount(platform, { name: 'Test' });
    return {
      platform,
      accountId,
      run: (lines: string[], more: Partial<ImportOptions> = {}) =>
        importContacts(platform, {
          accountId,
          format: 'csv',
          open: () => Readable.from([Buffer.from(lines.join('\n'))]),
          ...more,
        }),
      birthDates: async (count: number) =>
        Promise.all(
          Array.from({ length: count }, async (_, index) => {
            const stored = await readStoredContact(engine.table, { accountId, phoneNumber: phone(index) });
            return stored?.birthDate;
          }),
        ),
    };
  }

  describe('rules E5: states of the United States and Canada', () => {
    it('are counted when they are none, and stay as they are', async () => {
      const s = await seed();
      const lines = [
        'phone,state,country',
        `${phone(0)},Texass,`,
        `${phone(1)},texas,`,
        `${phone(2)},Teksas,US`,
        `${phone(3)},Texass,`,
        `${phone(4)},Bavaria,Germany`,
        `${phone(5)},Quebec,`,
        `${phone(6)},Quebec,US`,
        `${phone(7)},,`,
      ];
      expect((await s.run(lines)).warnings).toEqual([
        '3 rows have a state that neither the United States nor Canada has: the first of them row 2. ' +
          'It stays as it is written, and conditions on the state do not find it: correct the file, and import it again.',
      ]);
      const stored = await readStoredContact(engine.table, { accountId: s.accountId, phoneNumber: phone(0) });
      expect(stored?.address?.state).toBe('Texass');

      const one = ['phone,state', `${phone(8)},Texas`, `${phone(9)},Texass`];
      expect((await s.run(one)).warnings).toEqual([
        '1 row has a state that neither the United States nor Canada has: row 3. ' +
          'It stays as it is written, and conditions on the state do not find it: correct the file, and import it again.',
      ]);
    });
  });

  describe('rules E5: dates with slashes in one file', () => {
    it('are MM/DD/YYYY, and those that could be DD/MM/YYYY are counted', async () => {
      const s = await seed();
      const lines = [
        'phone,dob',
        `${phone(0)},12/10/1985`,
        `${phone(1)},1990-12-25`,
        `${phone(2)},05/05/1991`,
      ];
      expect((await s.run(lines)).warnings).toEqual([
        '1 date can be month/day or day/month, and was read as month/day. Where that is wrong, say dateFormat "dmy".',
      ]);
      expect(await s.birthDates(3)).toEqual(['1985-12-10', '1990-12-25', '1991-05-05']);
    });

    const AS_MONTH_DAY =
      '1 date can be month/day or day/month, and was read as month/day. Where that is wrong, say dateFormat "dmy".';
    const AS_DAY_MONTH =
      '1 date can be month/day or day/month, and was read as day/month, as another date of the file can only be. ' +
      'Where that is wrong, say dateFormat "mdy".';

    it.each<[string, { dates: string[]; read: string[]; warned: string[] }]>([
      [
        'month/day by another date of the column',
        { dates: ['12/10/1985,', '12/25/1990,'], read: ['1985-12-10', '1990-12-25'], warned: [] },
      ],
      [
        'day/month by another date of the column',
        { dates: ['12/10/1985,', '25/12/1990,'], read: ['1985-10-12', '1990-12-25'], warned: [] },
      ],
      [
        'unknown: another column shows month/day',
        {
          dates: ['12/10/1985,12/25/2020', '05/05/1990,'],
          read: ['1985-12-10', '1990-05-05'],
          warned: [AS_MONTH_DAY],
        },
      ],
      [
        'unknown: its only other date does not exist',
        { dates: ['12/10/1985,', '02/30/1990,'], read: ['1985-12-10'], warned: [AS_MONTH_DAY] },
      ],
      [
        'month/day, but another column shows day/month',
        { dates: ['12/10/1985,25/12/2020', '12/25/1990,'], read: ['1985-10-12'], warned: [AS_DAY_MONTH] },
      ],
      [
        'both',
        {
          dates: ['12/10/1985,', '25/12/1990,', '12/25/1990,'],
          read: ['1985-10-12', '1990-12-25'],
          warned: [AS_DAY_MONTH],
        },
      ],
    ])('are counted unless the column shows that they are read right: %s', async (_, file) => {
      const s = await seed();
      const { platform, accountId } = s;
      await createField(platform, { accountId, label: 'Since', type: 'DATE', options: [] });
      const rows = file.dates.map((cells, index) => `${phone(index)},${cells}`);
      expect((await s.run(['phone,dob,since', ...rows])).warnings).toEqual(file.warned);
      expect(await s.birthDates(file.read.length)).toEqual(file.read);
    });

    it.each([
      ['csv', (dates: string[]) => ['phone,dob', ...dates.map((date, index) => `${phone(index)},${date}`)]],
      ['jsonl', (dates: string[]) => dates.map((dob, index) => JSON.stringify({ phone: phone(index), dob }))],
    ] as const)(
      'are DD/MM/YYYY throughout %s when one has a day above 12 in first place',
      async (format, file) => {
        const s = await seed();
        const lines = file(['12/10/1985', '01/02/1990', '25/12/1990', '12/25/1990']);
        expect(await s.run(lines, { format })).toMatchObject({
          created: 3,
          rejected: 1,
          warnings: [
            '2 dates can be month/day or day/month, and were read as day/month, as another date of the file can only be. ' +
              'Where that is wrong, say dateFormat "mdy".',
          ],
        });
        expect(await s.birthDates(4)).toEqual(['1985-10-12', '1990-02-01', '1990-12-25', undefined]);
      },
    );

    it('are decided by any column with dates, and custom fields and opt-outs follow', async () => {
      const s = await seed();
      const { accountId } = s;
      await createField(s.platform, { accountId, label: 'Since', type: 'DATE', options: [] });
      const lines = ['phone,dob,since,optedOut', `${phone(0)},12/10/1985,03/04/2020,01/02/2024`];
      await s.run([...lines, `${phone(1)},,25/12/2020,`]);
      expect(await readStoredContact(engine.table, { accountId, phoneNumber: phone(0) })).toMatchObject({
        birthDate: '1985-10-12',
        customFields: { contact_custom_field_1: { value: '2020-04-03' } },
        hardOptOut: { at: '2024-02-01T00:00:00.000Z' },
      });
    });

    it('of a column that is no date decide nothing', async () => {
      const s = await seed();
      await s.run(['phone,dob,city', `${phone(0)},12/10/1985,25/12/1990`]);
      expect(await s.birthDates(1)).toEqual(['1985-12-10']);
    });

    it.each([
      ['mdy', ['1985-12-10', undefined]],
      ['dmy', ['1985-10-12', '1990-12-25']],
    ] as const)('are read as dateFormat %s says, whatever the file shows', async (dateFormat, expected) => {
      const s = await seed();
      const lines = ['phone,dob', `${phone(0)},12/10/1985`, `${phone(1)},25/12/1990`];
      expect(await s.run(lines, { dateFormat })).toMatchObject({ warnings: [] });
      expect(await s.birthDates(2)).toEqual(expected);
    });
  });

  describe('rules E5: what is striking in a file', () => {
    const CLEAN = ['phone,first', `${phone(0)},Ann`];

    it('is nothing in most files', async () => {
      expect((await (await seed()).run(CLEAN)).warnings).toEqual([]);
    });

    it('is told of columns with one name, of which the first is read', async () => {
      const s = await seed();
      const report = await s.run([
        'phone,Email,First,Email,x,x',
        `${phone(0)},a@example.com,Ann,b@example.com,1,2`,
      ]);
      expect(report).toMatchObject({
        created: 1,
        ignoredColumns: ['x'],
        warnings: ['The file has several columns "Email", of which only the first was read.'],
      });
      expect(
        await readStoredContact(engine.table, { accountId: s.accountId, phoneNumber: phone(0) }),
      ).toMatchObject({ email: 'a@example.com' });
    });

    it('is told of columns of the mapping that the file does not have, in each format', async () => {
      const s = await seed();
      const mapping = { MOBILE: 'phoneNumber', Fone: 'lastName' };
      const told = ['The file has no column "Fone", which mapping names.'];
      expect(await s.run(['mobile,first', `${phone(0)},Ann`], { mapping })).toMatchObject({
        ...{ created: 1, warnings: told },
      });
      const json = [{ first: 'Bo', mobile: phone(1) }, { mobile: phone(2) }].map((row) =>
        JSON.stringify(row),
      );
      expect(await s.run(json, { format: 'jsonl', mapping })).toMatchObject({ created: 2, warnings: told });
      const endpoint = {
        ...{ ChannelType: 'SMS', Address: phone(3), OptOut: 'NONE' },
        Attributes: { Name: ['Cy'] },
      };
      const report = await s.run([JSON.stringify(endpoint)], {
        format: 'pinpoint',
        mapping: { 'Attributes.Name': 'firstName', 'attributes.name': 'lastName' },
      });
      expect(report).toMatchObject({
        ...{ created: 1, warnings: ['The file has no column "attributes.name", which mapping names.'] },
      });
    });

    it('is told of time zones in the column tz, of which an export has names of the IANA database only', async () => {
      const s = await seed();
      const told =
        '1 time zone is no name of the IANA time zone database, such as America/New_York, and was left out: "UTC-05".';
      const lines = ['phone,tz', `${phone(0)},UTC-05`, `${phone(1)},America/Chicago`, `${phone(2)},`];
      expect(await s.run(lines)).toMatchObject({ created: 3, warnings: [told], ignoredColumns: [] });
      const json = ['UTC-05', 'Europe/Berlin', null].map((tz, index) =>
        JSON.stringify({ phone: phone(index), tz }),
      );
      expect(await s.run(json, { format: 'jsonl' })).toMatchObject({ unchanged: 3, warnings: [told] });
      expect(await s.run(lines, { mapping: { tz: 'address.city' } })).toMatchObject({ warnings: [] });
    });

    it('is told of lists in JSON where a field takes none', async () => {
      const s = await seed();
      const { accountId } = s;
      await createField(s.platform, {
        accountId,
        label: 'Topics',
        type: 'MULTI_SELECT',
        options: ['A', 'B'],
      });
      const lines = [
        'phone;city;topics',
        `${phone(0)};["A","B"];["A","B"]`,
        `${phone(1)};["A"];[A]`,
        `${phone(2)};[x];`,
      ];
      expect((await s.run(lines)).warnings).toEqual([
        '2 cells of the column "city" hold a list in JSON, and were read as text.',
      ]);
      expect(await readStoredContact(engine.table, { accountId, phoneNumber: phone(0) })).toMatchObject({
        address: { city: '["A","B"]' },
        customFields: { contact_custom_field_1: { value: ['A', 'B'] } },
      });
    });

    it('is told of an export of Amazon Pinpoint, whose lists are read as their values', async () => {
      const s = await seed();
      const { accountId } = s;
      await createField(s.platform, { accountId, label: 'Store', type: 'TEXT', options: [] });
      const header =
        'ChannelType,Address,OptOut,Demographic.Timezone,User.UserAttributes.Name,Attributes.Store,Attributes.Store,OptOut';
      const lines = [
        header,
        `SMS,${phone(0)},NONE,UTC-05,"[""Ada""]","[""North"",""South""]",East,NONE`,
        `SMS,${phone(1)},NONE,Europe/Berlin,Bo,West,East,ALL`,
        `SMS,${phone(2)},NONE,GMT+1:00,Cy,,East,NONE`,
      ];
      const report = await s.run(lines, {
        format: 'pinpoint',
        mapping: { 'User.UserAttributes.Name': 'firstName', 'Attributes.Store': 'customFields.Store' },
      });
      expect(report).toMatchObject({ created: 3, rejected: 0, optedOut: 1 });
      expect(report.warnings).toEqual([
        '2 time zones are no names of the IANA time zone database, such as America/New_York, and were left out: "UTC-05".',
        'The file has several columns "Attributes.Store", of which only the first was read.',
        'The file has several columns "OptOut", of which only the first was read.',
        '1 cell of the column "User.UserAttributes.Name" holds a list in JSON, and was read as its values.',
        '1 cell of the column "Attributes.Store" holds a list in JSON, and was read as its values.',
      ]);
      const stored = (index: number) =>
        readStoredContact(engine.table, { accountId, phoneNumber: phone(index) });
      expect(await stored(0)).toMatchObject({
        firstName: 'Ada',
        customFields: { contact_custom_field_1: { value: 'North, South' } },
      });
      expect(await stored(1)).toMatchObject({ hardOptOut: { source: 'carrier' } });
      expect((await stored(2))?.customFields).toEqual({});
    });
  });
});

describe('hostile files', () => {
  const PIECE_TAKES_MS = 20_000;

  const engine = useEngine();

  async function begin(format: ImportFormat, content: string) {
    const fixture = await createJobsFixture(engine.table);
    const files = memoryFiles();
    const platform = { ...fixture, files, log: createQuietLog(), campaigns: NO_CAMPAIGNS };
    const account = readAccount((await engine.table.get(accountKey(fixture.accountId))) as never);
    const { contactImport } = await createImport(platform, { account, body: { format }, by: ANY_ACTOR });
    const place = { accountId: fixture.accountId, importId: contactImport.id };
    const task = { accountId: fixture.accountId, transferId: contactImport.id };
    await files.put(importFileKey(place), { body: content, contentType: 'text/plain' });
    await startImport(platform, { account, importId: place.importId, ...ANY_STARTER });
    const stored = async () => importItem.read((await engine.table.get(importItem.key(place))) as never);
    /** Runs a worker for which each piece of the file takes a third of its lease. */
    const work = (pieces: () => AsyncGenerator<Buffer>) =>
      workTransfer(
        { ...platform, files: { ...files, read: () => Promise.resolve(Readable.from(pieces())) } },
        { ...task, remainingMs: () => 15 * 60_000 },
      );
    return { fixture, files, platform, place, task, stored, work };
  }

  describe.each(['csv', 'jsonl', 'pinpoint'] as const)('rules E5: a file of line feeds, as %s', (format) => {
    it('keeps its worker while it is read', async () => {
      const { fixture, stored, work } = await begin(format, '\n');
      const leases: boolean[] = [];
      await work(async function* () {
        for (let piece = 0; piece < 10; piece++) {
          const { leaseUntil = '' } = await stored();
          leases.push(Date.parse(leaseUntil) > fixture.clock.now().getTime());
          fixture.advance(PIECE_TAKES_MS);
          yield Buffer.alloc(32 * 1024, '\n');
        }
      });
      expect(leases.length).toBeGreaterThanOrEqual(10);
      expect(leases).not.toContain(false);
      expect((await stored()).status).toBe(format === 'jsonl' ? 'completed' : 'failed');
    });

    it('is read no further once the import was cancelled', async () => {
      const { fixture, platform, place, stored, work } = await begin(format, '\n');
      let pieces = 0;
      await work(async function* () {
        for (; pieces < 1000; pieces++) {
          if (pieces === 5) await cancelImport(platform, place);
          fixture.advance(PIECE_TAKES_MS);
          yield Buffer.alloc(32 * 1024, '\n');
        }
      });
      expect(pieces).toBeLessThan(50);
      expect((await stored()).status).toBe('cancelled');
    });
  });

  describe('rules E5: a line of JSON that is nested 100,000 deep', () => {
    it('is a rejected row among others', async () => {
      const deep = `{"phone":"+12125550101","x":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
      const file = `{"phone":"+12125550100"}\n${deep}\n{"phone":"+12125550102"}\n`;
      const { files, place, task, platform, stored } = await begin('jsonl', file);
      await workTransfer(platform, { ...task, remainingMs: () => 15 * 60_000 });
      expect(await stored()).toMatchObject({
        ...{ status: 'completed', rows: 3, created: 2, rejected: 1, hasRejectedFile: true },
        rejectedSample: [{ row: 2, reason: 'has objects or lists nested more than 32 deep' }],
      });
      expect(files.contents.get(rejectedFileKey(place))?.toString()).toMatch(/^\{.*nested more than 32 deep/);
    });
  });
});
