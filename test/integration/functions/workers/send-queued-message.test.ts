import { handler } from '../../../../functions/workers/send-queued-message';
import { requeueStalledMessages } from '../../../../shared/sending/single/requeue-stalled-messages';
import { getPlatform } from '../../../../shared/platform/platform';
import type { QueueMessage } from '../../../../shared/platform/queues/queues';
import { useEngine } from '../../../support/engines/engine';
import { UNAVAILABLE } from '../../../support/sending/scripted-provider';
import { createSendingFixture, type SendingFixture } from '../../../support/sending/sending-fixture';

const engine = useEngine({ setsEnvironment: true });
let sending: SendingFixture;
let id: string;

beforeEach(async () => {
  sending = await createSendingFixture(engine.table);
  const { provider, clock } = sending;
  Object.assign(getPlatform(), { provider, clock });
  provider.script(UNAVAILABLE);
  const outcome = await sending.send();
  id = 'body' in outcome ? (outcome.body.id ?? '') : '';
});

const deliver = (...bodies: string[]) =>
  handler({ Records: bodies.map((body, index) => ({ messageId: `q${index}`, body })) } as never);

it('hands over the message that the queue names', async () => {
  sending.advance(1_000);
  expect(await deliver(JSON.stringify({ messageId: id }))).toEqual({ batchItemFailures: [] });
  expect(await sending.message(id)).toMatchObject({ status: 'sent' });
});

it('sends once what comes twice in a batch', async () => {
  sending.advance(1_000);
  const body = JSON.stringify({ messageId: id });
  expect(await deliver(body, body, body)).toEqual({ batchItemFailures: [] });
  expect(sending.provider.taken).toHaveLength(1);
});

it('gives back alone what cannot be read, and does the rest', async () => {
  const error = jest.spyOn(getPlatform().log, 'error').mockReturnValue(undefined);
  sending.advance(1_000);
  expect(await deliver('{', JSON.stringify({ messageId: id }))).toEqual({
    batchItemFailures: [{ itemIdentifier: 'q0' }],
  });
  expect(await sending.message(id)).toMatchObject({ status: 'sent' });
  error.mockRestore();
});

it('has nothing to do for a message that there is not', async () => {
  expect(await deliver(JSON.stringify({ messageId: 'msg_none' }))).toEqual({ batchItemFailures: [] });
});

describe('the timer', () => {
  const sweep = async (): Promise<unknown[]> => {
    const requeued: QueueMessage[] = [];
    const queues = { send: async (_: string, messages: QueueMessage[]) => (requeued.push(...messages), []) };
    await requeueStalledMessages({ table: engine.table, clock: sending.clock, queues });
    return requeued.filter(({ groupId }) => groupId === sending.accountId);
  };

  it('leaves a message to the queue for a minute after its time', async () => {
    sending.advance(60_999);
    expect(await sweep()).toEqual([]);
  });

  it('puts it back on the queue after that', async () => {
    sending.advance(61_000);
    expect(await sweep()).toEqual([{ body: { messageId: id }, groupId: sending.accountId }]);
  });

  it('leaves alone what is settled', async () => {
    sending.advance(61_000);
    await sending.attempt(id);
    expect(await sweep()).toEqual([]);
  });
});
