import {
  describeFile,
  describeForListeners,
  describeInList,
  describeRows,
  describeStarter,
  describeTimeLeft,
  describeUncorrectable,
  percentDone,
} from '../../../console/src/screens/imports/describe-import';
import { beginningOfCells, shownRows } from '../../../console/src/screens/imports/shown-rows';

const RUNNING = { status: 'running', rows: 1199, totalRows: 2000, rejected: 3 } as const;

describe('the progress of an import', () => {
  it.each([
    [0, 'less than a minute left'],
    [59, 'less than a minute left'],
    [60, 'about 1 minute left'],
    [89, 'about 1 minute left'],
    [90, 'about 2 minutes left'],
    [5_399, 'about 90 minutes left'],
    [5_400, 'about 2 hours left'],
    [10_800, 'about 3 hours left'],
  ])('says of %d seconds: %s', (seconds, text) => {
    expect(describeTimeLeft(seconds)).toBe(text);
  });

  it('has the rows done of those of the file, once they are counted', () => {
    expect(describeRows(RUNNING)).toBe('1,199 of 2,000');
    expect(describeRows({ status: 'running', rows: 0 })).toBe('–');
    expect(describeRows({ ...RUNNING, status: 'completed', rows: 2000 })).toBe('2,000');
    expect(percentDone(RUNNING)).toBe(59);
    expect(percentDone({ status: 'running', rows: 0 })).toBe(0);
    expect(percentDone({ status: 'running', rows: 0, totalRows: 0 })).toBe(0);
  });

  it('is told to listeners in steps of ten percent, and at its end', () => {
    expect(describeForListeners(RUNNING)).toBe('50 percent of the rows are done.');
    expect(describeForListeners({ ...RUNNING, rows: 1200 })).toBe('60 percent of the rows are done.');
    expect(describeForListeners({ ...RUNNING, status: 'completed', rows: 2000 })).toBe(
      'The import is completed: 2,000 rows read, 3 rejected.',
    );
    expect(describeInList({ ...RUNNING, status: 'completed', rows: 2000, fileName: 'a.csv' })).toBe(
      'a.csv: The import is completed: 2,000 rows read, 3 rejected.',
    );
  });
});

describe('rejected rows', () => {
  const of = { format: 'csv', status: 'completed', hasRejectedFile: true } as const;
  const MAY = { mayImport: true, file: 'loading' } as const;

  it.each([
    [of, MAY, /^nothing$/],
    [{ ...of, format: 'pinpoint' as const }, MAY, /Amazon Pinpoint/],
    [{ ...of, status: 'running' as const, hasRejectedFile: false }, MAY, /once the import is completed/],
    [{ ...of, status: 'cancelled' as const }, MAY, /Only rows of a completed import/],
    [{ ...of, hasRejectedFile: false }, MAY, /the service has no file of them/],
    [of, { ...MAY, file: 'gone' as const }, /the service has no file of them/],
    [of, { ...MAY, file: 'unreadable' as const }, /could not be read/],
    [of, { ...MAY, mayImport: false }, /Users who may import contacts/],
  ])('say why they cannot be corrected: %j, %j', (one, state, text) => {
    expect(describeUncorrectable(one, state) ?? 'nothing').toMatch(text);
  });
});

describe('the file of an import, and who started it', () => {
  it('is named, or is told by the import that its rows come from', () => {
    expect(describeFile({ fileName: 'a.csv' })).toBe('a.csv');
    expect(describeFile({})).toBe('Without a name');
    expect(describeFile({ corrects: { id: 'imp_1', rowCount: 12, fileName: 'a.csv' } })).toBe(
      '12 rows corrected from a.csv',
    );
    expect(describeFile({ corrects: { id: 'imp_1', rowCount: 1 } })).toBe(
      '1 row corrected from an earlier import',
    );
  });

  it('is a user, an API key, or the operator CLI; the last start counts', () => {
    const createdBy = { kind: 'apiKey', id: 'key_01M8MEMGBPF53' } as const;
    expect(describeStarter({ createdBy })).toBe('API key …GBPF53');
    expect(describeStarter({ createdBy, startedBy: { kind: 'user', id: 'usr_1', name: 'Ada' } })).toBe('Ada');
    expect(describeStarter({ startedBy: { kind: 'user', id: 'usr_1' } })).toBe('A user who was removed');
    expect(describeStarter({ startedBy: { kind: 'operator', id: 'root' } })).toBe(
      'root, by the operator CLI',
    );
    expect(describeStarter({})).toBe('–');
  });
});

describe('a rejected row of the report', () => {
  const file = {
    ...{ format: 'csv' as const, separator: ',', columns: ['Phone', 'Birthday', 'Size', 'Name'] },
    rows: [
      { row: 2, cells: ['none', '31/02/1990', 'XXL', 'Bo'] },
      { row: 3, cells: ['+1', '', '', '', 'x'] },
    ],
  };
  const wrongOf = (row: { row: number; column?: string; reason: string }) => [
    ...(shownRows([row], file)[0]?.wrong ?? []),
  ];

  it('marks the column that it names, and those of its further reasons', () => {
    expect(wrongOf({ row: 2, column: 'Phone', reason: 'must be a phone number' })).toEqual([0]);
    const reason =
      'must be a phone number; birthDate: must be a day, not "x"; customFields.Size: unknown_option';
    expect(wrongOf({ row: 2, column: 'Phone', reason })).toEqual([0, 1, 2]);
  });

  it('marks cells beyond the header', () => {
    expect(wrongOf({ row: 3, reason: 'has 5 cells where the header has 4' })).toEqual([4]);
  });

  it('has no cells where the file does not have the row', () => {
    const [row] = shownRows([{ row: 9, reason: 'is not valid JSON' }], file);
    expect([row?.original, row?.wrong.size]).toEqual([undefined, 0]);
  });

  it.each([
    [['Bo', '', 'Ulm'], 'Bo, Ulm'],
    [['é'.repeat(100)], 'é'.repeat(100)],
    [['é'.repeat(101)], `${'é'.repeat(100)}…`],
  ])('is recognised by the beginning of its values: %j', (cells, text) => {
    expect(beginningOfCells(cells)).toBe(text);
  });
});
