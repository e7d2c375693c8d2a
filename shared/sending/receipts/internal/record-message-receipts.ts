import { describeDeliveryOutcome } from '../../../messages/message-events';
import { describeReportedStatus } from '../../../messages/status-callback';
import { type Message, readMessage } from '../../../messages/message';
import { settleUnknownMessage } from '../../../messages/message-writes';
import {
  asReported,
  isEchoOfRefusal,
  type Reported,
  reportedAfter,
  reportedOf,
} from '../../../messages/receipt';
import { PROVIDER_DETAILS, type Receipt } from '../../../platform/provider/port';
import { addLogContext } from '../../../platform/observability/log';
import type { Platform } from '../../../platform/platform';
import { currentTrace } from '../../../platform/observability/tracing';
import { commit, omittable } from '../../../platform/store/commit';
import { type Changes, updateExpression } from '../../../platform/store/expressions';
import { messageKey } from '../../../platform/store/keys';
import { CONFLICT, retryOnConflict } from '../../../platform/store/retry-on-conflict';
import type { TransactItem, UpdateInput } from '../../../platform/store/table';
import type { DirectEvent } from '../../../webhooks/publish-directly';
import { answerOf } from '../../idempotency/message-answer';
import { settleKey } from '../../idempotency/settle-key';
import { endOf, type Recorded } from './recorded';
import { usesOf } from './use-of';

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
    if (!item) return { events: [], ends: [] };
    const message = readMessage(item);
    addLogContext({ accountId: message.accountId, messageId: message.id });
    const meant = receipts.filter((receipt) => !isEchoOfRefusal(receipt, message));
    const before = reportedOf(message);
    const after = meant.reduce((known, receipt) => reportedAfter(known, receipt) ?? known, before);
    if (!after) return { events: [], ends: [] };
    const isNews = after !== before;
    if (isNews && !(await save(deps, message, { before, after }))) return CONFLICT;
    const ends = meant.filter(
      ({ status, at }) => status === after.deliveryStatus && at === after.deliveryStatusAt,
    );
    return {
      events: ends.length > 0 ? eventsOf(asReported(message, after)) : [],
      ends: ends.flatMap((end) => endOf(end, { accountId: message.accountId, phoneNumber: message.to })),
      counted: isNews ? countOf(message, { before, after }) : undefined,
    };
  });
}

/** Message before and after its receipts. */
interface News {
  before: Reported | undefined;
  after: Reported;
}

/**
 * Returns the counts that receipts add to the day's statistics. The first receipt proves that a customer's message was
 * sent. A message that falls back from RCS may leave the count of those that did not arrive. A text of the service is no
 * text of the customer's, and is only counted as use: it has a price, too.
 */
function countOf(message: Message, { before, after }: News): Recorded['counted'] {
  const { accountId, purpose, from, charge } = message;
  const gained = (has: (reported: Reported) => boolean) =>
    Number(has(after)) - Number(before ? has(before) : 0);
  const added = {
    sent: before ? 0 : 1,
    delivered: gained(({ deliveryStatus }) => deliveryStatus === 'delivered'),
    undelivered: gained(({ deliveryStatus }) => deliveryStatus === 'failed'),
    read: gained(({ readAt }) => readAt !== undefined),
  };
  const hasStatus = before?.deliveryStatusAt !== after.deliveryStatusAt;
  const isOfCustomer = purpose === 'send';
  return {
    accountId,
    at: new Date((hasStatus ? undefined : after.readAt) ?? after.deliveryStatusAt),
    added: isOfCustomer ? added : {},
    uses: usesOf({ source: isOfCustomer ? 'message' : 'service', from, charge }, { before, after }),
  };
}

const save = (deps: Deps, message: Message, news: News): Promise<boolean> =>
  message.status === 'unknown' ? settleUnknown(deps, message, news) : saveDeliveryStatus(deps, message, news);

/** Returns the changes of a message after receipts; the id that the provider gave at the hand-over stays. */
function reportedChanges({ before, after }: News): Changes {
  const { providerMessageId, ...reported } = after;
  return {
    set: reported,
    setIfAbsent: { providerMessageId },
    remove: PROVIDER_DETAILS.filter((name) => before?.[name] !== undefined && after[name] === undefined),
  };
}

async function saveDeliveryStatus(deps: Deps, message: Message, news: News): Promise<boolean> {
  const { before } = news;
  const update: UpdateInput = {
    Key: messageKey(message.id),
    ...updateExpression(reportedChanges(news), {
      values: {
        ...(before && { ':known': before.deliveryStatusAt }),
        ...(before?.readAt !== undefined && { ':read': before.readAt }),
      },
    }),
    ConditionExpression: [
      before
        ? 'deliveryStatusAt = :known'
        : 'attribute_exists(pk) AND attribute_not_exists(deliveryStatusAt)',
      before?.readAt === undefined ? 'attribute_not_exists(readAt)' : 'readAt = :read',
    ].join(' AND '),
  };
  return (await deps.table.update(update)).written;
}

async function settleUnknown(deps: Deps, message: Message, news: News): Promise<boolean> {
  const sentAt = message.deliveryStatusAt ?? news.after.deliveryStatusAt;
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
