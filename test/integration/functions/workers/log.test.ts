import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMetrics, leaksIn, type LogEntry, takeEntries } from '../../../support/log-privacy/log-lines';
import { createMarkedWorld, type MarkedWorld } from '../../../support/log-privacy/marked-world';
import { type MarkedWork, markedWork, queueEvent } from '../../../support/log-privacy/marked-work';
import { MARK, markedPhone } from '../../../support/log-privacy/marks';
import { faultsOf } from '../../../support/log-privacy/quoting-faults';

type Handler = (event: object, context: object) => Promise<unknown>;

const FOLDER = join(process.cwd(), 'functions/workers');
const WORKERS = readdirSync(FOLDER)
  .filter((file) => readFileSync(join(FOLDER, file), 'utf8').includes('export const handler'))
  .map((file) => file.replace(/\.ts$/, ''))
  // One calls nothing that fails: `archive-events.test.ts`; one only the API: `metrics.test.ts` of the stack; one only S3,
  // which is not in this world: `adopt-table.test.ts` holds what it writes.
  .filter((name) => !['archive-events', 'run-canary', 'log-changes'].includes(name));
/** Time after which a worker may be invoked again, whatever a broken one left behind: longer than any lease. */
const LONG_ENOUGH_MS = 10 * 60_000;

let world: MarkedWorld;
let work: Record<string, MarkedWork>;
let invocations = 0;

beforeAll(async () => {
  world = await createMarkedWorld();
  work = markedWork(world);
});
afterAll(() => world.stop());
afterEach(() => {
  world.faults.set(undefined);
  world.faults.arePortsBroken = false;
});

/** Invokes a worker as Lambda does, which logs everything that a handler throws; returns the log entries. */
async function invoke(name: string, event: object): Promise<LogEntry[]> {
  const { handler } = (await import(join(FOLDER, `${name}.ts`))) as { handler: Handler };
  const awsRequestId = `invocation-${(invocations += 1)}`;
  takeEntries(world);
  const thrown: LogEntry[] = [];
  const context = { awsRequestId, getRemainingTimeInMillis: () => 60_000 };
  await handler(event, context).catch(({ name: errorName, message, stack }: Error) => {
    thrown.push({ requestId: awsRequestId, operation: 'Lambda', errorName, message, stack });
  });
  const entries = takeEntries(world).filter((entry) => !isMetrics(entry));
  expect(leaksIn([...entries, ...thrown], world)).toEqual([]);
  const { operation } = work[name]!;
  const isAboutIt = expect.objectContaining({ requestId: awsRequestId, operation }) as object;
  expect(entries).toEqual(entries.map(() => isAboutIt));
  return entries;
}

const errorsIn = (entries: LogEntry[]) => entries.filter(({ level }) => level === 'ERROR');

it('has something for every worker to do', () => {
  expect(Object.keys(work).sort()).toEqual(WORKERS.sort());
});

describe.each(WORKERS)('what %s logs', (name) => {
  it('tells of no error when all is well', async () => {
    expect(errorsIn(await invoke(name, await work[name]!.event((invocations += 1))))).toEqual([]);
  });

  it('tells what broke where, and nothing of what it was about', async () => {
    const { event, isAccountKnown } = work[name]!;
    world.faults.set(undefined);
    const counted = await event((invocations += 1));
    world.faults.set(undefined);
    await invoke(name, counted);
    const faults = faultsOf(world.faults.calls());
    const entries: LogEntry[] = [];
    for (const fault of faults) {
      world.advance(LONG_ENOUGH_MS);
      const next = await event((invocations += 1));
      world.faults.set(fault);
      entries.push(...(await invoke(name, next)));
      world.faults.set(undefined);
    }
    world.advance(LONG_ENOUGH_MS);
    const last = await event((invocations += 1));
    world.faults.arePortsBroken = true;
    entries.push(...(await invoke(name, last)));
    const errors = errorsIn(entries);
    expect(errors.length).toBeGreaterThan(0);
    for (const error of errors) {
      expect(error.stack).toEqual(expect.arrayContaining([expect.stringMatching(/^at .*:\d+:\d+\)?$/)]));
    }
    expect(errors.some(({ accountId }) => accountId === world.accountId)).toBe(isAccountKnown);
  });

  it('quotes nothing that it cannot read', async () => {
    const records = [MARK, `{"${MARK} ${markedPhone(0)}`, `"${MARK}"`, 'null', { [MARK]: markedPhone(0) }];
    const unreadable = work[name]!.isQueue
      ? queueEvent(...records)
      : { Records: [{ dynamodb: { NewImage: { [MARK]: { [MARK]: markedPhone(0) } } } }] };
    expect(await invoke(name, unreadable)).toEqual(expect.any(Array));
  });
});

it('does not quote what a webhook receiver answers', async () => {
  const answer = world.receiver.answer;
  world.receiver.answer = (response) => response.writeHead(410, { [MARK]: MARK }).end(MARK);
  const entries = await invoke('deliver-webhook', await work['deliver-webhook']!.event((invocations += 1)));
  world.receiver.answer = answer;
  expect(entries.map(({ message, accountId, endpointId }) => ({ message, accountId, endpointId }))).toEqual([
    {
      message: 'Webhook endpoint disabled',
      accountId: world.accountId,
      endpointId: world.endpointId,
    },
  ]);
});
