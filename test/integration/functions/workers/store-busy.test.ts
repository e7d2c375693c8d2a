import { handler as deliverWebhook } from '../../../../functions/workers/deliver-webhook';
import { handler as receiveInbound } from '../../../../functions/workers/receive-inbound';
import { handler as recordReceipt } from '../../../../functions/workers/record-receipt';
import { handler as sendChunk } from '../../../../functions/workers/send-chunk';
import { handler as sendQueuedMessage } from '../../../../functions/workers/send-queued-message';
import { handler as sweep } from '../../../../functions/workers/sweep';
import { sweepOptOuts } from '../../../../shared/audience/consent/sweep-opt-outs';
import { getPlatform } from '../../../../shared/platform/platform';
import { contactKey } from '../../../../shared/platform/store/keys';
import { busyTable } from '../../../support/faults/faulty-client';
import { takeEntries } from '../../../support/log-privacy/log-lines';
import { createMarkedWorld, type MarkedWorld } from '../../../support/log-privacy/marked-world';
import { type MarkedWork, markedWork } from '../../../support/log-privacy/marked-work';
import { markedPhone } from '../../../support/log-privacy/marks';

type Records = { Records: Array<{ messageId: string }> };
type Handler = (event: never, context: never) => Promise<unknown>;

const CONTEXT = { awsRequestId: 'invocation-1', getRemainingTimeInMillis: () => 60_000 } as never;

let world: MarkedWorld;
let work: Record<string, MarkedWork>;
let runs = 0;

beforeAll(async () => {
  world = await createMarkedWorld();
  work = markedWork(world);
});
afterAll(() => world.stop());

/** Runs while another transaction is under way on every item that is written. */
async function whileBusy<Result>(run: () => Promise<Result>): Promise<Result> {
  const platform = getPlatform();
  const { table: usual } = platform;
  Object.assign(platform, { table: busyTable(world.documents, usual.name) });
  try {
    return await run();
  } finally {
    Object.assign(platform, { table: usual });
  }
}

/** Returns the names of the errors that were logged since the last call. */
const errorNames = () =>
  takeEntries(world).flatMap(({ level, errorName }) => (level === 'ERROR' ? [errorName] : []));

describe('a record whose item is changed by other writers until the attempts end', () => {
  it.each<[string, Handler]>([
    ['send-chunk', sendChunk],
    ['send-queued-message', sendQueuedMessage],
    ['record-receipt', recordReceipt],
    ['receive-inbound', receiveInbound],
    ['deliver-webhook', deliverWebhook],
  ])('stays on its queue: %s', async (name, handler) => {
    const event = (await work[name]!.event((runs += 1))) as Records;
    takeEntries(world);
    const answer = await whileBusy(() => handler(event as never, CONTEXT));
    const all = event.Records.map(({ messageId }) => ({ itemIdentifier: messageId }));
    expect(answer).toEqual({ batchItemFailures: all });
    expect(errorNames()).toEqual(all.map(() => 'StoreBusyError'));
    world.advance(10 * 60_000);
    expect(await handler(event as never, CONTEXT)).toEqual({ batchItemFailures: [] });
  });
});

describe('an interrupted opt-out whose contact is changed by other writers until the attempts end', () => {
  it('stays due, and the next sweep continues it', async () => {
    const key = contactKey(world.accountId, markedPhone(99));
    await work.sweep!.event((runs += 1));
    takeEntries(world);
    expect(await whileBusy(() => sweepOptOuts(getPlatform()))).toBe(1);
    expect(errorNames()).toEqual(['StoreBusyError']);
    expect(await world.deps.table.get(key)).toMatchObject({ memberships: { [world.groupId]: {} } });
    world.advance(10 * 60_000);
    await sweep({}, CONTEXT);
    expect(await world.deps.table.get(key)).toMatchObject({ memberships: {} });
  });
});
