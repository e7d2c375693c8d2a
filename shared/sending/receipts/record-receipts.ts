import { forEachAtOnce } from '../../platform/at-once';
import { withLogContext } from '../../platform/observability/log';
import type { Platform } from '../../platform/platform';
import { continueTrace } from '../../platform/observability/tracing';
import type { Receipt } from '../../platform/provider/port';
import { type Counted, countTogether } from '../../statistics/daily-statistics';
import { dayIn } from '../../time-zones/wall-clock';
import { publishDirectly, type DirectEvent } from '../../webhooks/publish-directly';
import { readJobMessageId } from '../jobs/results/job-message-id';
import { pageOf } from '../jobs/results/result';
import { recordMessageReceipts } from './internal/record-message-receipts';
import type { Recorded } from './internal/recorded';
import { countHardFailures } from './internal/count-hard-failures';
import { recallAccount } from './internal/recall-account';
import { type PlacedReceipt, recordPageReceipts, type ResultPage } from './internal/record-page-receipts';

export type ReceiptDeps = Pick<Platform, 'table' | 'clock' | 'log' | 'queues' | 'eventBus'> & {
  /** Removes people from events who were erased after their message was read. */
  eraseLateEvents: (events: DirectEvent[]) => Promise<DirectEvent[]>;
  /** True: events of a job's recipients go on the bus without an endpoint that wants them, too. */
  archivesEvents?: boolean;
};

/** Receipts that are stored with one write: those of a message or of a result page. */
interface ReceiptBatch {
  receipts: Receipt[];
  record: (deps: ReceiptDeps) => Promise<Recorded>;
}

const BATCHES_AT_ONCE = 16;

/**
 * Stores receipts, those of one message or of one result page with one write, and publishes which messages were
 * delivered and which were not. Failures for good count for their numbers. Receipts may arrive in any order and
 * repeatedly.
 *
 * @returns receipts that were not recorded, not counted for their number, or whose events were not published: the queue
 *   must deliver them again
 */
export async function recordReceipts(deps: ReceiptDeps, receipts: Receipt[]): Promise<Receipt[]> {
  const failed: Receipt[] = [];
  const recorded: Array<Recorded & { receipts: Receipt[] }> = [];
  await forEachAtOnce(toBatches(receipts), BATCHES_AT_ONCE, async (batch) =>
    withLogContext(messageOf(batch.receipts), async () => {
      try {
        recorded.push({ receipts: batch.receipts, ...(await batch.record(deps)) });
      } catch (error) {
        deps.log.error('Receipts not recorded', error, { count: batch.receipts.length });
        failed.push(...batch.receipts);
      }
    }),
  );
  await countReceipts(deps, recorded);
  const uncounted = await countHardFailures(
    deps,
    recorded.flatMap(({ ends }) => ends),
  );
  const told = recorded.flatMap(({ events, receipts: ofBatch }) =>
    events.map((event) => ({ event, ofBatch })),
  );
  const untold = await publish(
    deps,
    told.map(({ event }) => event),
  );
  // A message that was not told of is told of when its own receipts come again.
  const causes = untold.flatMap((index) => {
    const { event, ofBatch = [] } = told[index] ?? {};
    return ofBatch.filter(({ messageId }) => messageId === event?.subjectId);
  });
  const toCount = recorded
    .flatMap(({ receipts: ofBatch }) => ofBatch)
    .filter(({ messageId }) => uncounted.has(messageId));
  return [...failed, ...new Set([...causes, ...toCount])];
}

/** Publishes events. @returns indexes of those that were not published */
async function publish(deps: ReceiptDeps, events: DirectEvent[]): Promise<number[]> {
  try {
    const refused = await publishDirectly(deps, await deps.eraseLateEvents(events));
    if (refused.length > 0)
      deps.log.error('Events of receipts not published', undefined, { count: refused.length });
    return refused;
  } catch (error) {
    deps.log.error('Events of receipts not published', error, { count: events.length });
    return [...events.keys()];
  }
}

/**
 * Counts the receipts in the day's statistics. They count at most once: when this fails, they are not recorded again.
 */
async function countReceipts(deps: ReceiptDeps, recorded: Recorded[]): Promise<void> {
  try {
    const all: Counted[] = [];
    for (const { counted } of recorded) {
      if (!counted) continue;
      const { uses, ...counts } = counted;
      const { timeZone = 'UTC' } = (await recallAccount(deps, counts.accountId)) ?? {};
      const day = dayIn(timeZone, counts.at.getTime());
      all.push({ ...counts, usage: { day, uses } });
    }
    await countTogether(deps.table, all);
  } catch (error) {
    deps.log.error('Receipts not counted', error);
  }
}

/** Returns the log fields for receipts that all belong to one message; empty for others. */
function messageOf(receipts: Receipt[]): { messageId?: string } {
  const [messageId, ...others] = new Set(receipts.map((receipt) => receipt.messageId));
  return messageId !== undefined && others.length === 0 ? { messageId } : {};
}

function toBatches(receipts: Receipt[]): ReceiptBatch[] {
  const singles = new Map<string, Receipt[]>();
  const pages = new Map<string, ResultPage & { receipts: PlacedReceipt[] }>();
  for (const receipt of receipts) {
    const { messageId } = receipt;
    const place = readJobMessageId(messageId);
    if (!place) {
      singles.set(messageId, [...(singles.get(messageId) ?? []), receipt]);
      continue;
    }
    const { jobId, chunk, position } = place;
    const pageNumber = pageOf(position);
    const name = `${jobId} ${chunk} ${pageNumber}`;
    const page = pages.get(name) ?? { jobId, chunk, pageNumber, receipts: [] };
    page.receipts.push({ position, receipt });
    pages.set(name, page);
  }
  return [
    ...[...singles].map(([messageId, ofMessage]) => ({
      receipts: ofMessage,
      record: (deps: ReceiptDeps) =>
        continueTrace(ofMessage[0]?.trace, () => recordMessageReceipts(deps, messageId, ofMessage)),
    })),
    ...[...pages.values()].map((page) => ({
      receipts: page.receipts.map(({ receipt }) => receipt),
      record: (deps: ReceiptDeps) => recordPageReceipts(deps, page, page.receipts),
    })),
  ];
}
