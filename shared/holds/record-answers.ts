import { epochMs } from '../platform/clock';
import type { Platform } from '../platform/platform';
import { commit } from '../platform/store/commit';
import { CONFLICT, orConflict, retryOnConflict } from '../platform/store/retry-on-conflict';
import type { DeleteInput, PutInput, Table, TransactItem } from '../platform/store/table';
import type { AnswerTally } from './answer-tally';
import {
  afterAnswers,
  afterProbe,
  type Breaker,
  isProbeDue,
  opened,
  withoutMissing,
  withProbeTaken,
} from './breaker';
import type { Hold } from './hold';
import { queueHoldEvent } from './hold-event';
import { outageItem } from './outage';
import { changeServiceHold } from './service-hold';

type Deps = Pick<Platform, 'table' | 'clock' | 'ids' | 'log'>;

/** Number whose messages are handed over. */
interface Sender {
  accountId: string;
  number: string;
}

/** Time between probes when the provider refuses every message of the AWS account. */
const SERVICE_PROBE_INTERVAL_MS = 120_000;
/** Attempts to count answers: another worker's answers say the same. */
const COUNTING = { attempts: 5 };

/**
 * Records the provider's answers to hand-overs from a number, and opens or closes breakers by them. While the provider
 * answers as it should, nothing is written. A failure is logged: the messages have their outcome.
 *
 * @param options.known the number's breaker as it was read before the hand-over
 * @param options.probed hold under which the one message was handed over, to see whether the provider is back
 * @returns the number's breaker after it
 */
export async function recordAnswers(
  deps: Deps,
  options: Sender & { tally: AnswerTally; known: Breaker | undefined; probed?: Hold | undefined },
): Promise<Breaker | undefined> {
  const { tally, known, probed } = options;
  const { areBad, refusesEverything, goodAfterMissing } = tally;
  try {
    if (refusesEverything !== undefined) {
      await openForService(deps, refusesEverything);
      return known;
    }
    const isGood = areBad.includes(false) || goodAfterMissing > 0;
    if (probed?.scope === 'service' && isGood) await closeForService(deps);
    const isProbeOfNumber = probed?.scope === 'number';
    if (areBad.length + goodAfterMissing === 0) return known;
    if (known === undefined && !areBad.includes(true)) return known;
    return await changeBreaker(deps, options, (breaker, nowMs) =>
      isProbeOfNumber && breaker?.openSince !== undefined
        ? afterProbe(breaker, { isGood, nowMs })
        : afterAnswers(withoutMissing(breaker, goodAfterMissing), areBad, nowMs),
    );
  } catch (error) {
    deps.log.error('Answers of the provider not recorded', error);
    return known;
  }
}

/**
 * Takes the probe of the breaker that holds: one message may go out.
 *
 * @returns false when it is not due, or another worker was first
 */
export async function takeProbe(deps: Deps, options: Sender & { hold: Hold }): Promise<boolean> {
  const nowMs = epochMs(deps.clock);
  const { breaker } = options.hold;
  if (breaker === undefined || !isProbeDue(breaker, nowMs)) return false;
  const taken = await orConflict(takeDueProbe(deps, { ...options, nowMs }));
  // Others take it at the same time.
  return taken === CONFLICT ? false : taken;
}

async function takeDueProbe(
  deps: Deps,
  { hold, nowMs, ...sender }: Sender & { hold: Hold; nowMs: number },
): Promise<boolean> {
  if (hold.scope === 'service') {
    const { before, after } = await changeServiceHold(deps, ({ breaker, ...service }) =>
      breaker && isProbeDue(breaker, nowMs)
        ? { ...service, breaker: withProbeTaken(breaker, nowMs, SERVICE_PROBE_INTERVAL_MS) }
        : undefined,
    );
    return after.revision !== before.revision;
  }
  let isTaken = false;
  await changeBreaker(deps, sender, (breaker) => {
    isTaken = breaker !== undefined && isProbeDue(breaker, nowMs);
    return isTaken && breaker ? withProbeTaken(breaker, nowMs) : breaker;
  });
  return isTaken;
}

async function openForService(deps: Deps, because: 'spend_limit' | 'provider'): Promise<void> {
  const nowMs = epochMs(deps.clock);
  await changeServiceHold(deps, (service) =>
    service.breaker?.openSince === undefined
      ? { ...service, breaker: opened(nowMs, { firstProbeAfterMs: SERVICE_PROBE_INTERVAL_MS }), because }
      : undefined,
  );
}

async function closeForService(deps: Deps): Promise<void> {
  const nowMs = epochMs(deps.clock);
  await changeServiceHold(deps, ({ breaker, because: _, ...service }) =>
    breaker?.openSince === undefined
      ? undefined
      : { ...service, breaker: afterProbe(breaker, { isGood: true, nowMs }) },
  );
}

/** Changes the breaker of a number, with the event when it opens or closes. @returns the breaker after it */
async function changeBreaker(
  deps: Deps,
  sender: Sender,
  change: (breaker: Breaker | undefined, nowMs: number) => Breaker | undefined,
): Promise<Breaker | undefined> {
  const { table, clock } = deps;
  return retryOnConflict<Breaker | undefined>(
    table.waits,
    async () => {
      const found = outageItem.readIfAny(await table.get(outageItem.key(sender)));
      const before = found?.breaker;
      const after = change(before, epochMs(clock));
      if (after === before) return after;
      const write = writeBreaker(sender, { revision: found?.revision ?? 0, after });
      const isWritten = await writeWith(table, {
        write,
        events: eventsOf(deps, { ...sender, before, after }),
      });
      return isWritten ? after : CONFLICT;
    },
    COUNTING,
  );
}

/** Writes a breaker with its event; one without an event by itself, which costs half of a transaction. */
async function writeWith(
  table: Table,
  { write, events }: { write: BreakerWrite; events: TransactItem[] },
): Promise<boolean> {
  if (events.length === 0) {
    const { written } = 'Put' in write ? await table.put(write.Put) : await table.delete(write.Delete);
    return written;
  }
  const { committed } = await commit<'changed'>(table, [
    { write, onFail: 'changed' },
    ...events.map((event) => ({ write: event })),
  ]);
  return committed;
}

type BreakerWrite = { Put: PutInput } | { Delete: DeleteInput };

function writeBreaker(
  sender: Sender,
  { revision, after }: { revision: number; after: Breaker | undefined },
): BreakerWrite {
  const isAsRead =
    revision === 0
      ? { ConditionExpression: 'attribute_not_exists(pk)' }
      : {
          ConditionExpression: 'revision = :revision',
          ExpressionAttributeValues: { ':revision': revision },
        };
  return after === undefined
    ? { Delete: { Key: outageItem.key(sender), ...isAsRead } }
    : { Put: { Item: outageItem.item(sender, { revision: revision + 1, breaker: after }), ...isAsRead } };
}

function eventsOf(
  { ids, clock }: Deps,
  change: Sender & { before: Breaker | undefined; after: Breaker | undefined },
): TransactItem[] {
  const { accountId, number, before, after } = change;
  const wasOpen = before?.openSince !== undefined;
  const isOpen = after?.openSince !== undefined;
  if (wasOpen === isOpen) return [];
  const since = after?.openSince ?? before?.openSince ?? '';
  const hold = { scope: 'number', reason: 'provider', since } as const;
  return [queueHoldEvent(ids, { accountId, number, hold, isOver: !isOpen, now: clock.now() })];
}
