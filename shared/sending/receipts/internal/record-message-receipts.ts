import { describeDeliveryOutcome } from '../../../messages/message-events';
import { describeReportedStatus } from '../../../messages/status-callback';
import { type Message, readMessage } from '../../../messages/message';
import { settleUnknownMessage } from '../../../messages/message-writes';
import { asReported, detailsAfter, isEchoOfRefusal, supersedes } from '../../../messages/receipt';
import type { Receipt } from '../../../platform/provider/port';
import { addLogContext } from '../../../platform/observability/log';
import type { Platform } from '../../../platform/platform';
import { currentTrace } from '../../../platform/observability/tracing';
import { commit, omittable } from '../../../platform/store/commit';
import { type Changes, updateExpression } from '../../../platform/store/expressions';
import { messageKey } from '../../../platform/store/keys';
import { CONFLICT, retryOnConflict } from '../../../platform/store/retry-on-conflict';
import type { TransactItem, UpdateInput } from '../../../platform/store/table';
import type { Counted } from '../../../statistics/daily-statistics';
import type { DirectEvent } from '../../../webhooks/publish-directly';
import { answerOf } from '../../idempotency/message-answer';
import { settleKey } from '../../idempotency/settle-key';
import type { Recorded } from './recorded';

type Deps = Pick<Platform, 'table'>;

/**
 * Stores the receipts of one message. Receipts that arrive twice, late, out of order or for an unknown message change
 * nothing; several new ones are stored with one write.
 *
 * A receipt is also the proof that the provider has the message: it settles an unknown outcome as `sent`.
 *
 * @returns the event of how the message ended, also for a receipt that was stored before: the worker that stored it may
 *   have died before it published the event
 */
export async function recordMessageReceipts(
  deps: Deps,
  messageId: string,
  receipts: Receipt[],
): Promise<Recorded> {
  return retryOnConflict(deps.table.waits, async () => {
    const item = await deps.table.get(messageKey(messageId));
    if (!item) return { events: [] };
    const message = readMessage(item);
    addLogContext({ accountId: message.accountId, messageId: message.id });
    const meant = receipts.filter((receipt) => !isEchoOfRefusal(receipt, message));
    const news = newsOf(message, meant);
    if (news) {
      const isWritten =
        message.status === 'unknown'
          ? await settleUnknown(deps, message, news)
          : await saveDeliveryStatus(deps, message, news);
      if (!isWritten) return CONFLICT;
      return { events: eventsOf(asReported(message, news)), counted: countOf(message, news) };
    }
    const isRepeated = meant.some(
      ({ status, at }) => status === message.deliveryStatus && at === message.deliveryStatusAt,
    );
    return { events: isRepeated ? eventsOf(message) : [] };
  });
}

/**
 * Returns the counts that a receipt adds to the day's statistics. The first receipt proves that a customer's message
 * was sent.
 */
function countOf(message: Message, { status, at }: Receipt): Counted | undefined {
  const { accountId, purpose, deliveryStatus } = message;
  if (purpose !== 'send') return undefined;
  const added = {
    ...(deliveryStatus === undefined && { sent: 1 }),
    ...(status === 'delivered' && { delivered: 1 }),
    ...(status === 'failed' && { undelivered: 1 }),
  };
  return { accountId, at: new Date(at), added };
}

/** Combines the receipts into one with everything that is not known yet; `undefined` when they say nothing new. */
function newsOf(message: Message, receipts: Receipt[]): Receipt | undefined {
  let news: Receipt | undefined;
  for (const receipt of receipts) {
    const known = news ? { deliveryStatus: news.status, deliveryStatusAt: news.at } : message;
    if (!supersedes(receipt, known)) continue;
    news = {
      ...receipt,
      ...detailsAfter(news, receipt),
      providerMessageId: news?.providerMessageId ?? receipt.providerMessageId,
      carrierReason: receipt.carrierReason,
    };
  }
  return news;
}

/** Returns the changes of a message after a receipt; the id that the provider gave at the hand-over stays. */
function reportedChanges(receipt: Receipt): Changes {
  const { status, at, providerMessageId, messageId: _, trace: __, ...details } = receipt;
  return {
    set: { deliveryStatus: status, deliveryStatusAt: at, ...details },
    setIfAbsent: { providerMessageId },
  };
}

async function saveDeliveryStatus(deps: Deps, message: Message, news: Receipt): Promise<boolean> {
  const update: UpdateInput = {
    Key: messageKey(message.id),
    ...updateExpression(reportedChanges(news), {
      values: { ...(message.deliveryStatusAt && { ':known': message.deliveryStatusAt }) },
    }),
    ConditionExpression: message.deliveryStatusAt
      ? 'deliveryStatusAt = :known'
      : 'attribute_exists(pk) AND attribute_not_exists(deliveryStatusAt)',
  };
  return (await deps.table.update(update)).written;
}

async function settleUnknown(deps: Deps, message: Message, news: Receipt): Promise<boolean> {
  const sentAt = message.deliveryStatusAt ?? news.at;
  const sent: Message = { ...message, status: 'sent', sentAt };
  const update = settleUnknownMessage(message.id, { sentAt, changes: reportedChanges(news) });
  const result = await commit(deps.table, [
    { write: { Update: update }, onFail: 'moved' },
    // A key that stands for another message by now, or for none, stays as it is.
    ...omittable(consumeKey(sent)),
  ]);
  return result.committed;
}

/** Builds the write that consumes the key: the first attempt was sent after all, and a repeat gets it as the answer. */
function consumeKey(message: Message): TransactItem[] {
  if (message.idempotencyKey === undefined) return [];
  return [
    settleKey({
      address: { accountId: message.accountId, scope: 'message', key: message.idempotencyKey },
      subjectId: message.id,
      revision: `${message.id}:receipt`,
      end: message,
      at: new Date(message.sentAt ?? message.createdAt),
      isCallerTold: true,
      answer: answerOf(message),
    }),
  ];
}

/**
 * Returns the event of a message's end. A receipt proves that the provider had the message, even when the outcome of
 * the hand-over was unknown or has not been written yet.
 */
function eventsOf(reported: Message): DirectEvent[] {
  const isRefused = reported.status === 'failed';
  const sentAt = reported.sentAt ?? reported.deliveryStatusAt;
  const message: Message = isRefused ? reported : { ...reported, status: 'sent', sentAt };
  const events = [describeDeliveryOutcome(message), describeReportedStatus(message)];
  return events
    .filter((event) => event !== undefined)
    .map((event) => ({ event, subjectId: message.id, trace: currentTrace() }));
}
