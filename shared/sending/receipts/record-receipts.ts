import { forEachAtOnce } from '../../platform/at-once';
import { withLogContext } from '../../platform/log';
import type { Platform } from '../../platform/platform';
import type { Receipt } from '../../messages/receipt';
import { countTogether } from '../../statistics/daily-statistics';
import { tellEvents, type ToldEvent } from '../../webhooks/tell-events';
import { readJobMessageId } from '../jobs/results/job-message-id';
import { pageOf } from '../jobs/results/result';
import { recordMessageReceipts } from './record-message-receipts';
import type { Recorded } from './recorded';
import { type PlacedReceipt, recordPageReceipts, type ResultPage } from './record-page-receipts';

export type ReceiptDeps = Pick<Platform, 'table' | 'clock' | 'log' | 'queues' | 'eventBus'> & {
  /** Takes people out of events who were erased after their message was read. */
  eraseLateEvents: (events: ToldEvent[]) => Promise<ToldEvent[]>;
};

/** Receipts that are one write. */
interface ReceiptGroup {
  receipts: Receipt[];
  record: (deps: ReceiptDeps) => Promise<Recorded>;
}

const GROUPS_AT_ONCE = 16;

/**
 * Keeps what receipts say, those of one message or of one result page in one write, and tells the accounts which
 * messages arrived and which did not. Receipts may come in any order and as often as they like.
 *
 * @returns receipts that were not recorded, or not told: they are to come again
 */
export async function recordReceipts(deps: ReceiptDeps, receipts: Receipt[]): Promise<Receipt[]> {
  const failed: Receipt[] = [];
  const recorded: Array<Recorded & { receipts: Receipt[] }> = [];
  await forEachAtOnce(groupReceipts(receipts), GROUPS_AT_ONCE, async (group) =>
    withLogContext(messageOf(group.receipts), async () => {
      try {
        recorded.push({ receipts: group.receipts, ...(await group.record(deps)) });
      } catch (error) {
        deps.log.error('Receipts not recorded', error, { count: group.receipts.length });
        failed.push(...group.receipts);
      }
    }),
  );
  await countReceipts(deps, recorded);
  const told = recorded.filter(({ events }) => events.length > 0);
  try {
    await tellEvents(deps, await deps.eraseLateEvents(told.flatMap(({ events }) => events)));
  } catch (error) {
    deps.log.error('Receipts not told', error, { count: told.length });
    failed.push(...told.flatMap(({ receipts: ofGroup }) => ofGroup));
  }
  return failed;
}

/** Receipts count once: when this fails they are not recorded again for it. */
async function countReceipts(deps: ReceiptDeps, recorded: Recorded[]): Promise<void> {
  try {
    await countTogether(
      deps.table,
      recorded.flatMap(({ counted }) => counted ?? []),
    );
  } catch (error) {
    deps.log.error('Receipts not counted', error);
  }
}

/** What the log lines of receipts say that are all of one message. */
function messageOf(receipts: Receipt[]): { messageId?: string } {
  const [messageId, ...others] = new Set(receipts.map((receipt) => receipt.messageId));
  return messageId !== undefined && others.length === 0 ? { messageId } : {};
}

function groupReceipts(receipts: Receipt[]): ReceiptGroup[] {
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
    const group = pageOf(position);
    const name = `${jobId} ${chunk} ${group}`;
    const page = pages.get(name) ?? { jobId, chunk, group, receipts: [] };
    page.receipts.push({ position, receipt });
    pages.set(name, page);
  }
  return [
    ...[...singles].map(([messageId, ofMessage]) => ({
      receipts: ofMessage,
      record: (deps: ReceiptDeps) => recordMessageReceipts(deps, messageId, ofMessage),
    })),
    ...[...pages.values()].map((page) => ({
      receipts: page.receipts.map(({ receipt }) => receipt),
      record: (deps: ReceiptDeps) => recordPageReceipts(deps, page, page.receipts),
    })),
  ];
}
