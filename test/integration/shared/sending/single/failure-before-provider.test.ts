import { accountNumberKey } from '../../../../../shared/platform/store/keys';
import { useEngine } from '../../../../support/engines/engine';
import { wrappedTable } from '../../../../support/faults/faulty-client';
import {
  createSendingFixture,
  FROM,
  type SendingFixture,
  START,
} from '../../../../support/sending/sending-fixture';

const engine = useEngine();
let sending: SendingFixture;
/** True: the table fails for slots of numbers. */
let isPaceBroken: boolean;

beforeEach(async () => {
  isPaceBroken = false;
  const table = wrappedTable(engine.documents, engine.table.name, (send) => async (command, ...rest) => {
    const { Key: key } = (command as { input: { Key?: { pk: string } } }).input;
    if (isPaceBroken && key?.pk.startsWith('PACE#')) throw new Error('The table is out of reach');
    return send(command, ...rest);
  });
  sending = await createSendingFixture(table);
  const { accountId } = sending;
  const number = { number: FROM, accountId, status: 'Active', ratePerSecond: 10, createdAt: START };
  await table.put({ Item: { ...accountNumberKey(accountId, FROM), ...number } });
});

const KEY = 'order:1';
const send = async (request: Parameters<SendingFixture['send']>[0] = {}) => {
  const outcome = await sending.send({ idempotencyKey: KEY, ...request });
  if (!('body' in outcome)) throw new Error(`Refused with ${outcome.code}`);
  return outcome.body;
};

interface Failure {
  title: string;
  request: Parameters<SendingFixture['send']>[0];
  left: { sms: number; mms: number };
  fail: () => void;
  mend: () => void;
}
const failures: Failure[] = [
  {
    title: 'no slot can be reserved',
    request: {},
    left: { sms: 98, mms: 10 },
    fail: () => (isPaceBroken = true),
    mend: () => (isPaceBroken = false),
  },
  {
    title: 'its file cannot be prepared',
    request: { mediaUrl: 'https://example.com/cat.png' },
    left: { sms: 98, mms: 9 },
    fail: () => {
      sending.provider.prepare = async () => Promise.reject(new Error('The library is out of reach'));
    },
    mend: () => delete sending.provider.prepare,
  },
];

describe.each(failures)('a single send for which $title', ({ request, left, fail, mend }) => {
  it('is queued, is sent when that is over, and is charged once', async () => {
    fail();
    const { id = '', status } = await send(request);
    expect(status).toBe('queued');
    expect(await sending.message(id)).toMatchObject({
      phase: 'waiting',
      nextAttemptAt: '2026-03-01T12:00:01.000Z',
    });

    sending.advance(1_000);
    await sending.attempt(id);
    expect(await sending.message(id)).toMatchObject({ status: 'queued', phase: 'waiting', attempts: 2 });

    mend();
    sending.advance(2_000);
    await sending.attempt(id);
    expect(await sending.message(id)).toMatchObject({ status: 'sent' });
    expect(sending.provider.taken.map(({ messageId }) => messageId)).toEqual([id]);
    expect(await sending.credits()).toEqual(left);
    expect(await send(request)).toMatchObject({ id, status: 'queued' });
  });

  it('is given up after 4 hours, credits back and its key free', async () => {
    fail();
    const { id = '' } = await send(request);
    sending.advance(4 * 3_600_000);

    await sending.attempt(id);

    expect(await sending.message(id)).toMatchObject({ status: 'failed', errorType: 'provider_unavailable' });
    expect(sending.provider.asked).toEqual([]);
    expect(await sending.credits()).toEqual({ sms: 100, mms: 10 });
    mend();
    expect(await send(request)).toMatchObject({ status: 'sent' });
  });

  it('says so in the log', async () => {
    fail();
    await send(request);
    expect(sending.log.lines).toEqual(['A message was not handed over']);
  });
});

it('has an unknown outcome when the provider’s adapter breaks, which keeps its charge', async () => {
  sending.provider.script('break');
  expect(await send()).toMatchObject({ status: 'failed', errorType: 'outcome_unknown' });
  expect(await sending.credits()).toEqual({ sms: 98, mms: 10 });
  expect(sending.log.lines).toEqual(['The provider’s adapter failed']);
});
