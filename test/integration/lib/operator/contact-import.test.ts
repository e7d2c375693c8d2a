import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importItem } from '../../../../shared/audience/import/import-item';
import { importsPk } from '../../../../shared/platform/store/keys';
import { refused, useOperator } from './operator-fixture';

const operator = useOperator();
let accountId: string;

beforeEach(async () => {
  accountId = await operator.createAccount('--silent-opt-in');
});

interface Summary {
  imported: number;
  updated: number;
  unchanged: number;
  skipped: number;
  duplicates: number;
  optedOut: number;
  warnings: string[];
  ignoredColumns: string[];
  rejected: Array<{ line: number; reason: string }>;
}

function write(name: string, text: string): string {
  const path = join(operator.dataDir, name);
  writeFileSync(path, text);
  return path;
}

const importFile = (file: string, ...options: string[]) =>
  operator.json<Summary>('contact', 'import', '--account', accountId, '--file', file, ...options);

const BASIS = 'Signed at the till.';
const joining = (group: string) => ['--group', group, '--consent-basis', BASIS];

const show = (phone: string) =>
  operator.json<object>('contact', 'show', '--account', accountId, '--phone', phone);

const NOTHING = {
  imported: 0,
  updated: 0,
  unchanged: 0,
  skipped: 0,
  duplicates: 0,
  optedOut: 0,
  warnings: [],
  ignoredColumns: [],
  rejected: [],
};

const CSV =
  'phoneNumber,firstName,address.city,customFields.Size\n' +
  '+12125550101,Ann,New York,S\n' +
  '+12125550102,"Bob, Jr.",,\n';

describe('contact import', () => {
  beforeEach(async () => {
    await operator.json(...['field', 'create', '--account', accountId, '--label', 'Size', '--type', 'TEXT']);
  });

  it('reads a CSV file', async () => {
    expect(await importFile(write('a.csv', CSV))).toEqual({ ...NOTHING, imported: 2 });
    expect(await show('+12125550101')).toMatchObject({
      firstName: 'Ann',
      address: { city: 'New York' },
      customFields: { Size: 'S' },
    });
    expect(await show('+12125550102')).toMatchObject({ firstName: 'Bob, Jr.', customFields: {} });
  });

  it('is in the list of imports with who began it, its file and its first rejected rows', async () => {
    const text = `${CSV}none,Cid,,\n`;
    await importFile(write('people.csv', text));
    await importFile(write('b.csv', CSV), '--dry-run');
    const imports = await operator.engine.table.queryAll({
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': importsPk(accountId) },
    });
    expect(imports.map(importItem.read)).toEqual([
      expect.objectContaining({
        ...{ status: 'completed', fileName: 'people.csv', fileBytes: text.length, isDryRun: false },
        ...{ rows: 3, totalRows: 3, created: 2, rejected: 1, hasRejectedFile: false, mapping: {} },
        startedBy: { kind: 'operator', id: expect.any(String) as string },
        rejectedSample: [
          // Without the value, which an erasure during the import would not find.
          {
            ...{ row: 4, column: 'phoneNumber' },
            reason: expect.stringContaining('must be a phone number') as string,
          },
        ],
      }),
    ]);
  });

  it('adds contacts that are listed by the import, and no others', async () => {
    const added = async () => {
      const [item] = await operator.engine.table.queryAll({
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': importsPk(accountId) },
      });
      const { id = '' } = importItem.readIfAny(item) ?? {};
      const list = ['contact', 'list', '--account', accountId, '--added-by-import', id];
      return (await operator.json<Array<{ phoneNumber: string }>>(...list)).map(
        ({ phoneNumber }) => phoneNumber,
      );
    };
    await importFile(write('a.csv', CSV));
    expect((await added()).sort()).toEqual(['+12125550101', '+12125550102']);
    await importFile(write('b.csv', `${CSV}+12125550103,Cid,,\n`));
    expect((await added()).sort()).toEqual(['+12125550101', '+12125550102']);
    expect(
      await operator.run('contact', 'list', '--account', accountId, '--added-by-import', 'imp_none'),
    ).toMatchObject({ exitCode: 1 });
  });

  it('reads JSON Lines', async () => {
    const file = write(
      'c.jsonl',
      '{"phoneNumber":"+12125550101","firstName":"Ann","address":{"city":"New York"}}\n' +
        '{"phoneNumber":"+12125550102","customFields":{"Size":"M"}}',
    );

    expect(await importFile(file)).toEqual({ ...NOTHING, imported: 2 });
    expect(await show('+12125550102')).toMatchObject({ customFields: { Size: 'M' } });
  });

  it.each([
    ['CSV', CSV],
    ['JSON Lines', '\ufeff{"phoneNumber":"+12125550101"}\n{"phoneNumber":"+12125550102"}\n'],
  ])('knows %s on the standard input by its first character', async (_format, text) => {
    const outcome = await operator.runWithInput(
      text,
      ...['contact', 'import', '--account', accountId, '--file', '-', '--json'],
    );

    expect(outcome).toMatchObject({ exitCode: 0, stderr: '' });
    expect(JSON.parse(outcome.stdout)).toEqual({ ...NOTHING, imported: 2 });
  });

  it.each([
    ['an empty file', '', 0, 'The file is empty.'],
    ['a header alone', 'phoneNumber,firstName\n', 0, 'The file has no contacts.'],
    ['empty lines alone', '\n\n', 0, 'The file is empty.'],
    ['rejected rows alone', 'phoneNumber\n555-0101\n555-0102\n', 0, 'Every row was rejected.'],
    [
      'a header without phone number',
      'name,city\nAnn,Rome\n',
      0,
      'Row 1, the header, has no column for the phone number, such as "Phone" or "phoneNumber". ' +
        'Say with mapping which it is.',
    ],
    [
      'a quote that is never closed',
      'phoneNumber,firstName\n+12125550101,Ann\n+12125550102,"Bob\n+12125550103,Cid\n',
      0,
      'Row 3 has a quote that is never closed, or is longer than 256 KB.',
    ],
  ])('fails for %s, and says that nothing was imported', async (_what, text, imported, reason) => {
    const outcome = await operator.runWithInput(
      text,
      ...['contact', 'import', '--account', accountId, '--file', '-', '--json'],
    );

    expect(outcome).toMatchObject({ exitCode: 1, stderr: `${reason}\n` });
    expect(JSON.parse(outcome.stdout)).toMatchObject({ imported, updated: 0, unchanged: 0 });
  });

  it('reads a file of another name in the format that is named', async () => {
    expect(await importFile(write('contacts.txt', CSV), '--format', 'csv')).toEqual({
      ...NOTHING,
      imported: 2,
    });
  });

  it('lists by cause what it rejects, and imports the rest', async () => {
    const file = write(
      'd.csv',
      'Phone;First Name;Birthday;Shoe size\n' +
        '+12125550101;Ann;04/01/1990;38\n' +
        '555-0103;Cid;02/30/1990;39\n' +
        '+12125550104;Dan;02/31/1990;40\n' +
        '2125550101;Anna;;38\n',
    );
    const rejected = join(operator.dataDir, 'rejected.csv');

    const outcome = await operator.run(
      ...['contact', 'import', '--account', accountId, '--file', file, '--rejected', rejected],
    );

    expect(outcome).toMatchObject({ exitCode: 0, stderr: '' });
    expect(outcome.stdout).toMatch(/│ rejected because +│ such as +│ count │ rows +│/);
    expect(outcome.stdout).toMatch(
      /│ birthDate: must be a day of the calendar, YYYY-MM-DD or MM\/DD\/YYYY +│ "02\/30\/1990", "02\/31\/1990" +│ 2 +│ 3, 4 +│/,
    );
    expect(outcome.stdout).toMatch(/│ phoneNumber: must be a phone number, .* │ "555-0103" +│ 1 +│ 3 +│/);
    expect(outcome.stdout.split('\n').slice(-6)).toEqual([
      'Not imported: the column "Shoe size".',
      '1 date can be month/day or day/month, and was read as month/day. Where that is wrong, say --date-format dmy.',
      'Of several rows with one phone number the last one counts: 1 skipped, row 2.',
      `The rejected rows are in ${rejected}: mend them there and import that file.`,
      'Imported 1, updated 0, unchanged 0, skipped 1, rejected 2.',
      '',
    ]);
    expect(readFileSync(rejected, 'utf8').split('\n')).toEqual([
      'Phone;First Name;Birthday;Shoe size;rejectedRow;rejectedReason',
      expect.stringMatching(/^555-0103;Cid;02\/30\/1990;39;3;"phoneNumber: .*; birthDate: .*"$/) as string,
      expect.stringMatching(/^\+12125550104;Dan;02\/31\/1990;40;4;"birthDate: .*"$/) as string,
      '',
    ]);
    const again = await operator.run('contact', 'import', '--account', accountId, '--file', file);
    expect(again.stdout).toContain('\nTo mend the rejected rows, run it again with --rejected FILE, which');
  });

  it('enrols in a group', async () => {
    const { id: groupId } = await operator.json<{ id: string }>(
      ...['group', 'create', '--account', accountId, '--name', 'Customers', '--opt-in-type', 'SINGLE'],
    );

    expect(await importFile(write('e.csv', CSV), ...joining(groupId))).toEqual({ ...NOTHING, imported: 2 });
    expect(await show('+12125550101')).toMatchObject({ groups: [{ id: groupId, name: 'Customers' }] });
    expect(
      await operator.json('contact', 'log', '--account', accountId, '--phone', '+12125550101'),
    ).toMatchObject([{ action: 'OPT_IN', actor: 'import', evidence: BASIS }]);
    expect(await operator.json('group', 'list', '--account', accountId)).toMatchObject([{ contactCount: 2 }]);
  });

  it.each([
    [['--group', 'grp_1'], '--group enrols contacts: say on what their consent rests with --consent-basis.'],
    [
      ['--group', 'grp_1', '--consent-basis', ' '],
      '--group enrols contacts: say on what their consent rests with --consent-basis.',
    ],
    [['--group', 'grp_1', '--consent-basis', 'x'.repeat(501)], '--consent-basis has at most 500 characters.'],
    [['--consent-basis', BASIS], '--consent-basis says why contacts may join a group: name it with --group.'],
    [['--opt-in-mode', 'SILENT'], '--opt-in-mode says how contacts join a group: name it with --group.'],
  ])('touches consent only when it is told the group and the basis: %j', async (options, sentence) => {
    const outcome = await operator.run(
      ...['contact', 'import', '--account', accountId, '--file', write('basis.csv', CSV), ...options],
    );
    expect(outcome).toEqual(refused(`${sentence}\n`));
  });

  it('enrols silently only where the account allows it, and has to be told how elsewhere', async () => {
    const { id: groupId } = await operator.json<{ id: string }>(
      ...['group', 'create', '--account', accountId, '--name', 'News', '--opt-in-type', 'SINGLE'],
    );
    const file = write('silent.csv', CSV);
    await operator.json('account', 'set', '--account', accountId, '--no-silent-opt-in');
    const run = (...options: string[]) =>
      operator.run(
        ...['contact', 'import', '--account', accountId, '--file', file, ...joining(groupId), ...options],
      );
    expect(await run()).toEqual(
      refused(
        'The account has no silent opt-in: say how the contacts join with --opt-in-mode DIRECT (the opt-in message of the group ' +
          'is sent) or CONFIRM (a text asks for a YES), or allow it with account set --silent-opt-in.\n',
      ),
    );
    expect(await run('--opt-in-mode', 'SILENT')).toEqual(
      refused('The SILENT opt-in mode is not available for the account.\n'),
    );
    expect(await operator.json('contact', 'list', '--account', accountId)).toEqual([]);
    expect(await run('--opt-in-mode', 'DIRECT')).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await show('+12125550101')).toMatchObject({ groups: [{ id: groupId }] });
  });

  it('reads dates as --date-format says, and tells which ones were ambiguous', async () => {
    const fileOf = (second: string) =>
      write('dates.csv', `phoneNumber,birthDate\n+12125550101,12/10/1985\n+12125550102,${second}`);
    const birthDates = async () =>
      Promise.all(['+12125550101', '+12125550102'].map(show)).then((contacts) =>
        contacts.map((one) => (one as { birthDate: string }).birthDate),
      );
    expect(await importFile(fileOf('1990-12-25'))).toEqual({
      ...NOTHING,
      imported: 2,
      warnings: [
        expect.stringMatching(/^1 date can be month\/day or day\/month, and was read as month\/day/),
      ],
    });
    expect(await birthDates()).toEqual(['1985-12-10', '1990-12-25']);
    const shown = fileOf('25/12/1990');
    expect(await importFile(shown)).toEqual({ ...NOTHING, updated: 1, unchanged: 1 });
    expect(await birthDates()).toEqual(['1985-10-12', '1990-12-25']);
    expect(await importFile(shown, '--date-format', 'mdy')).toEqual({
      ...NOTHING,
      updated: 1,
      rejected: [{ line: 3, reason: expect.stringMatching(/^birthDate: .* not "25\/12\/1990"$/) as string }],
    });
    expect(await birthDates()).toEqual(['1985-12-10', '1990-12-25']);
  });

  it('tells people of warnings, opt-outs and of a dry run', async () => {
    const file = write('opted-out.csv', 'phone,unsubscribed,city,city\n+12125550101,yes,Rome,Paris\n');
    const outcome = await operator.run(
      ...['contact', 'import', '--account', accountId, '--file', file, '--dry-run'],
    );
    expect(outcome.stdout).toBe(
      'The file has several columns "city", of which only the first was read.\n' +
        'The file opts out 1 phone number: nothing is sent to it.\n' +
        'Imported 1, updated 0, unchanged 0, skipped 0, rejected 0.\n' +
        'Nothing was changed: without --dry-run it is imported.\n',
    );
  });

  it('enrols in another mode only when that is asked for', async () => {
    await operator.json('number', 'add', '--account', accountId, '--number', '+12065550171');
    const { id: groupId } = await operator.json<{ id: string }>(
      ...['group', 'create', '--account', accountId, '--name', 'News', '--opt-in-type', 'DOUBLE'],
    );
    const file = write('modes.csv', CSV);
    expect(
      await operator.run(
        ...['contact', 'import', '--account', accountId, '--file', file, '--opt-in-mode', 'CONFIRM'],
      ),
    ).toEqual(refused('--opt-in-mode says how contacts join a group: name it with --group.\n'));
    expect(await importFile(file, ...joining(groupId), '--opt-in-mode', 'CONFIRM')).toEqual({
      ...NOTHING,
      imported: 2,
    });
    expect(await show('+12125550101')).toMatchObject({ groups: [], pendingGroups: [{ id: groupId }] });
    await operator.json('account', 'set', '--account', accountId, '--enforce-opt-in-type', 'on');
    expect(
      await operator.run(
        ...['contact', 'import', '--account', accountId, '--file', file],
        ...[...joining(groupId), '--opt-in-mode', 'DIRECT'],
      ),
    ).toMatchObject({ exitCode: 1 });
  });

  it('refuses an unknown group before it imports anything', async () => {
    const file = write('f.csv', CSV);

    expect(
      await operator.run(
        ...['contact', 'import', '--account', accountId, '--file', file, ...joining('grp_none')],
      ),
    ).toEqual(refused('Group not found.\n'));
    expect(await operator.run('contact', 'show', '--account', accountId, '--phone', '+12125550101')).toEqual(
      refused('The account has no contact +12125550101.\n'),
    );
  });

  it('says why a file cannot be read', async () => {
    const run = (file: string) => operator.run('contact', 'import', '--account', accountId, '--file', file);
    const missing = join(operator.dataDir, 'missing.csv');
    const unknown = write('contacts.xlsx', 'PK');

    expect(await run(missing)).toEqual(refused(`${missing} cannot be read (ENOENT).\n`));
    expect(await run(unknown)).toEqual(
      refused(`${unknown} is neither .csv nor .jsonl: say which it is with --format.\n`),
    );
    expect(
      await operator.run(
        ...['contact', 'import', '--account', accountId, '--file', operator.dataDir, '--format', 'csv'],
      ),
    ).toEqual(refused(`${operator.dataDir} cannot be read (EISDIR).\n`));
  });
});
