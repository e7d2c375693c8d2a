import { queueDeliveryOutcome } from '../../messages/message-events';
import { readJob } from '../jobs/job';
import type { JobPlace } from '../jobs/results/job-message-id';
import { receiptUpdate } from '../jobs/results/recipient-receipt';
import { findRecipientMessage } from '../jobs/results/recipient-message';
import type { Message } from '../../messages/message';
import { jobKey } from '../../platform/store/keys';
import type { Platform } from '../../platform/platform';
import type { Table } from '../../platform/store/table';
import { commit, required } from '../../platform/store/commit';
import { isSubscribedTo } from '../../webhooks/endpoint';
import { findConfiguredEndpoints } from '../../webhooks/endpoint-store';
import { asReported, isEchoOfRefusal, type Receipt } from '../../messages/receipt';

type Deps = Pick<Platform, 'table' | 'clock' | 'ids'>;

/** Receipts of a job come in their thousands, within moments of each other. */
const REMEMBERED_FOR_MS = 1_000;
const MAX_REMEMBERED = 1_000;

/**
 * Keeps the receipt of a job's message. There is an event of it only when an endpoint of the account asked for its
 * type: a broadcast would else make fifty thousand that nobody hears.
 */
export async function saveRecipientReceipt(
  deps: Deps,
  { place, receipt }: { place: JobPlace; receipt: Receipt },
): Promise<void> {
  const message = (await isWanted(deps, { place, receipt }))
    ? await findRecipientMessage(deps.table, place)
    : undefined;
  if (!message || isEchoOfRefusal(receipt, message)) {
    await deps.table.update(receiptUpdate(receipt));
    return;
  }
  await commit(deps.table, [
    { write: { Update: receiptUpdate(receipt) }, onFail: 'stale' },
    ...required(queueDeliveryOutcome(deps.ids, { message: asSent(message, receipt), now: deps.clock.now() })),
  ]);
}

/** The provider had it, whatever has been written of the hand-over so far. */
function asSent(message: Message, receipt: Receipt): Message {
  const sentAt = message.status === 'sent' ? message.sentAt : receipt.at;
  return { ...asReported(message, receipt), status: 'sent', sentAt };
}

const remembered = new WeakMap<Table, Map<string, { untilMs: number; isWanted: Promise<boolean> }>>();

async function isWanted(
  { table, clock }: Deps,
  { place, receipt }: { place: JobPlace; receipt: Receipt },
): Promise<boolean> {
  if (receipt.status === 'pending') return false;
  const type = `messaging.message.${receipt.status}`;
  const nowMs = clock.now().getTime();
  const known = remembered.get(table) ?? new Map<string, { untilMs: number; isWanted: Promise<boolean> }>();
  remembered.set(table, known);
  const key = `${place.jobId} ${type}`;
  const found = known.get(key);
  if (found && found.untilMs > nowMs) return found.isWanted;
  if (known.size >= MAX_REMEMBERED) known.clear();
  const answer = isSubscribed(table, { jobId: place.jobId, type });
  answer.catch(() => known.delete(key));
  known.set(key, { untilMs: nowMs + REMEMBERED_FOR_MS, isWanted: answer });
  return answer;
}

async function isSubscribed(table: Table, options: { jobId: string; type: string }): Promise<boolean> {
  const job = await table.get(jobKey(options.jobId));
  if (!job) return false;
  const endpoints = await findConfiguredEndpoints(table, readJob(job).accountId);
  return endpoints.some((endpoint) => isSubscribedTo(endpoint, options.type));
}
