import { type DeployedService, openAccount, waitUntilFound } from './deployed-service';
import { findResource } from './deployment';
import { inboundText, putIntoQueue } from './inbound-text';
import { contactPath, drainQueues, enrol, textsTo } from './everyday-calls';
import { readLogLines } from './log-lines';
import { operate } from './operate';

const SENDER = '+12065550120';
const CAROL = '+12065550121';
const DAVE = '+12065550122';

let service: DeployedService;

beforeAll(async () => {
  service = await openAccount(SENDER);
});
afterAll(() => service?.stop());

interface Listed {
  queue: string;
  waiting?: number;
  deadLetters: number;
  letters: Array<{ about: string; firstSentAt: string }>;
}

/** Puts a message into the dead-letter queue, where it would come after an hour of failures. */
async function setAside(prefix: string, body: object): Promise<void> {
  await putIntoQueue(findResource(service.deployment, 'AWS::SQS::Queue', prefix), body);
}

async function listSetAside(): Promise<Record<string, string[]>> {
  const listed = await operate<Listed[]>(['dlq', 'list']);
  return Object.fromEntries(
    listed
      .filter(({ deadLetters }) => deadLetters > 0)
      .map(({ queue, letters }) => [queue, letters.map(({ about }) => about)]),
  );
}

async function countTimerRuns(): Promise<number> {
  const linesById = await readLogLines(service.deployment);
  const [, lines = []] = [...linesById].find(([logicalId]) => logicalId.startsWith('WorkersWakeDue')) ?? [];
  return lines.filter((line) => line.startsWith('START ')).length;
}

const textFrom = (from: string, body: string) => inboundText({ from, to: SENDER, body });

describe('operator --stack dlq', () => {
  it('knows the queues of the stack, finds nothing set aside, and has no words beside its answer', async () => {
    const warn = jest.spyOn(console, 'warn');
    const listed = await operate<Listed[]>(['dlq', 'list']);
    expect(listed.map(({ queue, deadLetters }) => [queue, deadLetters])).toEqual(
      [
        'message',
        'chunk',
        'paced',
        'webhook',
        'erasure',
        'transfer',
        'campaign',
        'customEvent',
        'event',
        'receipt',
        'inbound',
        'relay',
        'timer',
      ].map((queue) => [queue, 0]),
    );
    expect(warn).not.toHaveBeenCalled();
    warn.mockRestore();
  });

  it('lists a STOP that was set aside without saying whose, and redrives it to where it takes effect', async () => {
    await enrol(service, CAROL);
    const text = textFrom(CAROL, 'STOP');
    await setAside('InboundIntakeDeadLetters', text);
    expect(await listSetAside()).toEqual({ inbound: [`text ${text.inboundMessageId}`] });

    expect(await operate(['dlq', 'redrive', '--queue', 'inbound'])).toEqual([{ queue: 'inbound', moved: 1 }]);
    const event = await service.event('contacts.group.opted_out');
    expect(event).toMatchObject({ contact: { phoneNumber: CAROL }, reason: 'STOP' });
    const { body: contact } = await service.call({ path: contactPath(CAROL) });
    expect(contact).toMatchObject({ groups: [] });
    expect(await listSetAside()).toEqual({});
  });

  it('redrives a START that was said before the STOP, which stays in force', async () => {
    await enrol(service, DAVE);
    await setAside('InboundIntakeDeadLetters', textFrom(DAVE, 'START'));
    await waitUntilFound(async () => ('inbound' in (await listSetAside()) ? true : undefined));
    await service.simulator.inbound({ from: DAVE, to: SENDER, body: 'STOP' });
    await service.event(
      'contacts.group.opted_out',
      ({ contact }) => (contact as { phoneNumber: string }).phoneNumber === DAVE,
    );

    expect(await operate(['dlq', 'redrive', '--queue', 'inbound'])).toEqual([{ queue: 'inbound', moved: 1 }]);
    await service.event('messaging.message.received', ({ message }) =>
      /^start$/i.test((message as { body: string }).body),
    );
    const enrolled = await service.call({
      ...{ method: 'POST', path: `${contactPath(DAVE)}/groups/${service.groupId}` },
    });
    expect(enrolled.status).toBe(409);
    expect(textsTo(service, DAVE)).not.toContain('START');
  });

  it('has the timer run for what the relay and the timer have set aside', async () => {
    const timerRuns = await countTimerRuns();
    await setAside('WorkersOutboxRelayDeadLetters', {
      requestContext: { condition: 'RetryAttemptsExhausted' },
      DDBStreamBatchInfo: { batchSize: 2, approximateArrivalOfFirstRecord: '2026-11-20T12:00:00Z' },
    });
    await setAside('WorkersTimerDeadLetters', {});
    expect(await listSetAside()).toEqual({
      relay: ['2 outbox items from 2026-11-20T12:00:00Z (RetryAttemptsExhausted)'],
      timer: ['a run that was missed'],
    });

    const redriven = await operate<object[]>(['dlq', 'redrive']);
    expect(redriven).toContainEqual({ queue: 'relay', settled: 1 });
    expect(redriven).toContainEqual({ queue: 'timer', settled: 1 });
    expect(await countTimerRuns()).toBeGreaterThanOrEqual(timerRuns + 2);
    expect(await listSetAside()).toEqual({});
  });

  it('leaves nothing in the queues', async () => {
    expect(await drainQueues(service)).toEqual({});
  });
});
