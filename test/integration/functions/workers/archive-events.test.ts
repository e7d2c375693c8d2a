import { handler } from '../../../../functions/workers/archive-events';
import { captureLog } from '../../../support/logs/captured-log';

process.env.TABLE_NAME = 'table';
process.env.BASE_URL = 'https://api.example.com';
process.env.ARCHIVE_KEY = 'archive key of the tests';

const log = captureLog();
afterAll(() => log.restore());

const EVENT = {
  id: 'evt_01KJMNEX00A5DWRV8QZ9RT5BGP',
  type: 'contacts.group.opted_out',
  version: 1,
  time: '2026-03-01T00:00:00.000Z',
  accountId: 'acc_1',
  contact: { id: 'con_1', phoneNumber: '+12125550123' },
  group: { id: 'grp_1', name: 'Marked group' },
  reason: 'STOP',
};
const LINE = {
  ...{ schemaVersion: 1, id: EVENT.id, type: EVENT.type, version: 1, time: EVENT.time, accountId: 'acc_1' },
  ...{ contactId: 'con_1', groupId: 'grp_1', reason: 'STOP' },
};

const encode = (text: string) => Buffer.from(text).toString('base64');
const decode = (data = '') => Buffer.from(data, 'base64').toString();

/** Calls the function as Firehose does. */
const transform = (...data: string[]) =>
  handler(
    {
      ...{
        invocationId: 'i-1',
        deliveryStreamArn: 'arn:aws:firehose:::deliverystream/a',
        region: 'us-east-1',
      },
      records: data.map((one, index) => ({
        ...{ recordId: `r-${index}`, approximateArrivalTimestamp: 0, data: encode(one) },
      })),
    },
    { awsRequestId: 'request-1' } as never,
  );

it('answers each record with a line, and the day of its event', async () => {
  process.env.EVENT_ARCHIVE = 'omit';
  const { records } = await transform(JSON.stringify(EVENT));
  expect(records).toEqual([
    {
      recordId: 'r-0',
      result: 'Ok',
      data: expect.any(String) as string,
      metadata: { partitionKeys: { day: '2026-03-01' } },
    },
  ]);
  expect(decode(records[0]?.data)).toMatch(/^[^\n]+\n$/);
  expect(JSON.parse(decode(records[0]?.data))).toEqual(LINE);
});

it('hashes people with the key of the stage', async () => {
  process.env.EVENT_ARCHIVE = 'hash';
  const again = { ...EVENT, id: 'evt_01KJMNEX00V0Z7F6B52C9MJT3D' };
  const { records } = await transform(JSON.stringify(EVENT), JSON.stringify(again));
  const [first, second] = records.map(({ data }) => JSON.parse(decode(data)) as { person: string });
  expect(first).toEqual({ ...LINE, person: expect.stringMatching(/^[0-9a-f]{64}$/) as string });
  expect(second?.person).toBe(first?.person);
});

it('marks records that are no events for Firehose to keep as they are, and tells how many, and nothing of them', async () => {
  const broken = [
    '{"id": "+12125550123',
    '"+12125550123"',
    JSON.stringify({ ...EVENT, reason: '+12125550123' }),
  ];
  const { records } = await transform(...broken, JSON.stringify(EVENT));
  expect(records.map(({ result }) => result)).toEqual([...broken.map(() => 'ProcessingFailed'), 'Ok']);
  expect(records.slice(0, 3).map(({ data }) => decode(data))).toEqual(broken);
  const entries = log.lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(entries.map(({ message, count }) => ({ message, count }))).toEqual([
    { message: 'Events not archived', count: 3 },
  ]);
  expect(log.lines.join()).not.toContain('12125550123');
});
