import type { RejectedRow } from '../../../../../shared/audience/import/import-rows';
import { problemOf, type Problem } from '../../../../../shared/audience/import/problem';
import { addToSample } from '../../../../../shared/audience/import/rejected-sample';

const COLUMNS = new Map([
  ['phoneNumber', 'Mobile'],
  ['customFields.Size', 'Shoe size'],
]);
const rejected = (problems: Problem[], changes: Partial<RejectedRow> = {}): RejectedRow => ({
  row: 7,
  problems,
  original: { type: 'cells', cells: [] },
  columns: COLUMNS,
  ...changes,
});
const sampleOf = (row: RejectedRow) => addToSample(undefined, [row]);
const WRONG_PHONE = problemOf('phoneNumber', 'must be a phone number', 'x');

describe('the sample of rejected rows (rules E5)', () => {
  it('names the column as the file does, the value and the reason', () => {
    const problem = problemOf('customFields.Size', 'unknown_option: must be one of the options', 'XL');
    expect(sampleOf(rejected([problem]))).toEqual([
      {
        row: 7,
        column: 'Shoe size',
        value: 'XL',
        reason: 'unknown_option: must be one of the options, not "XL"',
      },
    ]);
  });

  it('has all reasons of a row, the first one by its column', () => {
    const others = [problemOf('email', 'must be an e-mail address', 'y'), { cause: 'is too long' }];
    expect(sampleOf(rejected([WRONG_PHONE, ...others]))).toEqual([
      {
        row: 7,
        column: 'Mobile',
        value: 'x',
        reason: 'must be a phone number, not "x"; email: must be an e-mail address, not "y"; is too long',
      },
    ]);
  });

  it('goes by the field where the file has no such column, and has no value where there is none', () => {
    expect(sampleOf(rejected([problemOf('email', 'required', '')]))).toEqual([
      { row: 7, column: 'email', reason: 'required' },
    ]);
  });

  it('of a row that is wrong as a whole has neither', () => {
    expect(sampleOf(rejected([{ cause: 'is not valid JSON' }]))).toEqual([
      { row: 7, reason: 'is not valid JSON' },
    ]);
  });

  it('of a row that its contact refuses has the phone number', () => {
    const row = rejected([{ cause: 'hard-opted-out' }], { refusedBy: '(212) 555-0101' });
    expect(sampleOf(row)).toEqual([
      { row: 7, column: 'Mobile', value: '(212) 555-0101', reason: 'hard-opted-out' },
    ]);
  });

  it('shortens what is long', () => {
    const columns = new Map([['email', 'c'.repeat(61)]]);
    const row = rejected([problemOf('email', 'wrong', 'v'.repeat(61))], { columns });
    expect(sampleOf(row)).toEqual([
      {
        row: 7,
        column: `${'c'.repeat(60)}…`,
        value: `${'v'.repeat(60)}…`,
        reason: `wrong, not "${'v'.repeat(60)}…"`,
      },
    ]);
  });

  it('has the first 20 rows, and is absent while there are none', () => {
    const rows = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => rejected([WRONG_PHONE], { row: from + index }));
    expect(addToSample(undefined, [])).toBeUndefined();
    const some = addToSample(undefined, rows(1, 19));
    expect(some?.map(({ row }) => row)).toEqual(Array.from({ length: 19 }, (_, index) => index + 1));
    const full = addToSample(some, rows(20, 2));
    expect(full?.map(({ row }) => row)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    expect(addToSample(full, rows(30, 5))).toEqual(full);
    expect(addToSample(undefined, rows(1, 21))).toHaveLength(20);
  });
});
