import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { openRows } from '../../../../../shared/audience/import/open-rows';
import { rejectedHeader, rejectedLines } from '../../../../../shared/audience/import/rejected-line';
import { newDescription, type SourceRow } from '../../../../../shared/audience/import/source-row';

/** Returns a stream in chunks of one byte: the result must not depend on where a stream is cut. */
const streamOf = (content: string | Buffer) =>
  Readable.from([...Buffer.from(content as string)].map((byte) => Buffer.from([byte])));

async function readFile(content: string | Buffer) {
  const description = newDescription();
  const rows: SourceRow[] = [];
  const reading = {
    ...{ format: 'pinpoint' as const, mapping: { 'User.UserAttributes.Name': 'firstName' } },
    ...{ schema: { fields: [], nextGeneration: 1, version: 1 }, countries: ['US'] as const },
    dateFormat: 'mdy' as const,
  };
  for await (const row of openRows(streamOf(content), reading, description)) rows.push(row);
  return { rows, description };
}

const valuesOf = ({ row, values }: SourceRow) => [row, Object.fromEntries(values)];
const read = async (content: string | Buffer) => (await readFile(content)).rows.map(valuesOf);

/** Returns the file of rejected rows, as if every row were one. */
async function rejectAll(content: string): Promise<string> {
  const { rows, description } = await readFile(content);
  const rejected = rows.map(({ row, original }) => ({ row, original, problems: [{ cause: 'is wrong' }] }));
  return rejectedHeader(description) + rejectedLines(rejected, description);
}

const NEW_YORK = '+12125550123';
const BOSTON = '+16175550123';
const CHICAGO = '+13125550123';

describe('several CSV files of Amazon Pinpoint, one after another (rules E5)', () => {
  it.each([
    ['the same columns', 'Address,ChannelType,OptOut', `${BOSTON},SMS,ALL`],
    ['other columns', 'OptOut,ChannelType,Address', `ALL,SMS,${BOSTON}`],
    [
      'a column of an attribute first',
      'User.UserAttributes.Size,OptOut,ChannelType,Address',
      `M,ALL,SMS,${BOSTON}`,
    ],
    ['a byte order mark', '\ufeffOptOut,Address,ChannelType', `ALL,${BOSTON},SMS`],
    ['quoted names', '"OptOut","Address","ChannelType"', `"ALL","${BOSTON}","SMS"`],
  ])('are read where the first does not end with a line feed and the next has %s', async (_, header, row) => {
    const first = `Address,ChannelType,OptOut\r\n${CHICAGO},SMS,NONE\r\n${NEW_YORK},SMS,ALL`;
    const expected = [
      [2, { phoneNumber: CHICAGO }],
      [3, { phoneNumber: NEW_YORK, optedOut: true }],
      [5, { phoneNumber: BOSTON, optedOut: true }],
    ];
    const second = `${header}\r\n${row}`;
    expect(await read(first + second)).toEqual(expected);
    expect(await read(Buffer.concat([gzipSync(first), gzipSync(second)]))).toEqual(expected);
  });

  it('are read where the last cell of a file is quoted or empty', async () => {
    const header = 'ChannelType,Address,User.UserAttributes.Name\n';
    const files = [`SMS,${NEW_YORK},"Ada ""A"", Lovelace"`, `SMS,${BOSTON},"Grace"`, `SMS,${CHICAGO},`];
    expect(await read(files.map((file) => header + file).join(''))).toEqual([
      [2, { phoneNumber: NEW_YORK, firstName: 'Ada "A", Lovelace' }],
      [4, { phoneNumber: BOSTON, firstName: 'Grace' }],
      [6, { phoneNumber: CHICAGO }],
    ]);
  });

  it('have a header of their own, whose columns may be others', async () => {
    const files = `ChannelType,Address\nSMS,${NEW_YORK}\nOptOut,User.UserId,ChannelType,Address\nALL,ann,SMS,${BOSTON}\n`;
    expect(await read(files)).toEqual([
      [2, { phoneNumber: NEW_YORK }],
      [4, { phoneNumber: BOSTON, optedOut: true }],
    ]);
  });

  it('keep cells that are named like a column', async () => {
    const header = 'ChannelType,Address,User.UserAttributes.Name\n';
    expect(await read(`${header}SMS,${NEW_YORK},Address\nSMS,${BOSTON},ChannelType Address\n`)).toEqual([
      [2, { phoneNumber: NEW_YORK, firstName: 'Address' }],
      [3, { phoneNumber: BOSTON, firstName: 'ChannelType Address' }],
    ]);
  });

  it('have their rejected rows below their own columns', async () => {
    const files =
      `Address,ChannelType\n${NEW_YORK},SMS\nOptOut,ChannelType,Address\nALL,SMS,${BOSTON}\nNONE,SMS,${CHICAGO}\n` +
      `Address,ChannelType\n${NEW_YORK},SMS\n`;
    const rejects =
      `Address,ChannelType,rejectedRow,rejectedReason\n${NEW_YORK},SMS,2,is wrong\n` +
      `OptOut,ChannelType,Address,rejectedRow,rejectedReason\nALL,SMS,${BOSTON},4,is wrong\nNONE,SMS,${CHICAGO},5,is wrong\n` +
      `Address,ChannelType,rejectedRow,rejectedReason\n${NEW_YORK},SMS,7,is wrong\n`;
    expect(await rejectAll(files)).toBe(rejects);
    expect(await read(rejects)).toEqual([
      [2, { phoneNumber: NEW_YORK }],
      [4, { phoneNumber: BOSTON, optedOut: true }],
      [5, { phoneNumber: CHICAGO }],
      [7, { phoneNumber: NEW_YORK }],
    ]);
    expect(await rejectAll(rejects)).toBe(rejects);
  });

  it('have rejected rows in parts of the file of rejects, each of which ends below the first columns', async () => {
    const { rows, description } = await readFile(
      `Address,ChannelType\nx,SMS\nOptOut,ChannelType,Address\nALL,SMS,y\n`,
    );
    const rejected = rows.map(({ row, original }) => ({ row, original, problems: [{ cause: 'is wrong' }] }));
    const last = rejected.slice(1);
    expect(rejectedLines(last, description)).toBe(
      'OptOut,ChannelType,Address,rejectedRow,rejectedReason\nALL,SMS,y,4,is wrong\n' +
        'Address,ChannelType,rejectedRow,rejectedReason\n',
    );
  });
});
