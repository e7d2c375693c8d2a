import { readCredits } from './read-credits';
import { readByName } from '../../../shared/platform/store/read-by-name';
import { type Account, readAccount } from '../../../shared/accounts/account';
import { insertAccount } from '../../../shared/accounts/account-store';
import { ServiceError } from '../../../shared/errors/service-error';
import type { ErrorCode } from '../../../shared/errors/error-codes';
import { type KeyRecord, readKeyRecord } from '../../../shared/sending/idempotency/key-record';
import { answerFromKey } from '../../../shared/sending/single/answer-from-key';
import { attemptQueuedMessage } from '../../../shared/sending/single/attempt-queued-message';
import { type Message, readMessage } from '../../../shared/messages/message';
import { checkSend, sendMessage } from '../../../shared/sending/single/send';
import type { SendMessageBody } from '../../../shared/sending/single/send-message.schema';
import type { ReceiptDeps } from '../../../shared/sending/receipts/record-receipts';
import { keysOfPlan, planSend, readPlannedKey } from '../../../shared/sending/single/send-plan';
import { type Clock, epochMs } from '../../../shared/platform/clock';
import { createIds, type Ids } from '../../../shared/platform/ids';
import {
  accountKey,
  accountNumberKey,
  contactKey,
  idempotencyKey,
  messageKey,
} from '../../../shared/platform/store/keys';
import type { BusEvent, EventBus } from '../../../shared/platform/queues/event-bus';
import type { Pause } from '../../../shared/platform/pause';
import type { Platform } from '../../../shared/platform/platform';
import type { Queues } from '../../../shared/platform/queues/queues';
import type { Log } from '../../../shared/platform/observability/log';
import type { Item } from '../../../shared/platform/store/item';
import type { Table } from '../../../shared/platform/store/table';
import { mortalTable, runHandler } from '../faults/mortal-handler';
import { createQuietLog } from '../logs/quiet-log';
import { createScriptedProvider, type ScriptedProvider } from './scripted-provider';

export const START = '2026-03-01T12:00:00.000Z';
export const FROM = '+12065550100';
export const TO = '+12125550123';

export type AnsweredSend =
  | { status: number; body: Record<string, string>; isReplay: boolean }
  | { code: ErrorCode };

/** Account with a sender and a contact in a group, and single sends from it in simulated time. */
export interface SendingFixture {
  accountId: string;
  table: Table;
  clock: Clock;
  ids: Ids;
  provider: ScriptedProvider;
  log: Log & { lines: string[] };
  queues: Queues;
  eventBus: EventBus;
  /** Erases nothing, since no person is erased. */
  eraseLateEvents: ReceiptDeps['eraseLateEvents'];
  /** Events that were put on the bus past the outbox, repetitions included. */
  told: BusEvent[];
  /** Ids of all messages that were composed, even if they were not stored. */
  messageIds: string[];
  /** Moves the time instead of waiting. */
  pause: Pause;
  advance(ms: number): void;
  /** Sends a request as the handler does, without HTTP and the rate limit; errors such as 33004 are outcomes. */
  send(body?: Partial<SendMessageBody>): Promise<AnsweredSend>;
  /** Processes a message, as the worker of the message queue does. */
  attempt(messageId: string): Promise<void>;
  message(messageId: string): Promise<Message>;
  keyRecord(key: string): Promise<KeyRecord | undefined>;
  credits(): Promise<{ sms: number; mms: number }>;
  /** Changes attributes of the contact. */
  changeContact(attributes: Record<string, unknown>): Promise<void>;
}

let accounts = 0;

export async function createSendingFixture(
  storage: Table,
  settings: Partial<Pick<Account, 'smsCredits' | 'mmsCredits' | 'maxSegments' | 'contentExemptions'>> & {
    contact?: Record<string, unknown>;
  } = {},
): Promise<SendingFixture> {
  let nowMs = Date.parse(START);
  const clock: Clock = { now: () => new Date(nowMs) };
  const messageIds: string[] = [];
  const ids = rememberMessageIds(createIds(clock), messageIds);
  const provider = createScriptedProvider();
  const accountId = `acc_send${(accounts += 1)}`;
  const pause: Pause = async (ms) => void (nowMs += ms);
  const table = mortalTable(storage);
  const log = createQuietLog();
  const told: BusEvent[] = [];
  const queues: Queues = { send: async () => [] };
  const eventBus: EventBus = { publish: async (events) => (told.push(...events), []) };
  const deps = { table, clock, ids, provider, pause, log, queues, eventBus };
  const contact: Item = {
    ...contactKey(accountId, TO),
    entity: 'contact',
    id: ids.next('con'),
    accountId,
    phoneNumber: TO,
    memberships: { grp_1: { optInAt: START, tagIds: [] } },
    version: 1,
    createdAt: START,
    updatedAt: START,
    ...settings.contact,
  };
  await insertAccount(table, {
    id: accountId,
    name: 'Acme',
    smsCredits: settings.smsCredits ?? 100,
    mmsCredits: settings.mmsCredits ?? 10,
    dailyQuota: 1_000,
    freeTexts: 1_000,
    silentOptIn: false,
    timeZone: undefined,
    rateLimits: {},
    defaultNumber: undefined,
    keywordReplies: undefined,
    helpText: undefined,
    optOutText: undefined,
    countries: [],
    countryBudgets: {},
    approvalEmails: [],
    countryJumpStop: false,
    messageFeedback: false,
    trackLastTexted: false,
    retentionDays: 90,
    legalHours: true,
    hasCreditShards: false,
    enforceOptInType: false,
    setAsideNumbers: false,
    carrierLookup: false,
    contactTimeZones: [],
    contentExemptions: settings.contentExemptions ?? [],
    maxSegments: settings.maxSegments ?? 10,
    closedAt: undefined,
    createdAt: START,
  });
  await table.put({
    Item: {
      ...accountNumberKey(accountId, FROM),
      ...{ entity: 'number', number: FROM, accountId, status: 'Active', createdAt: START },
    },
  });
  await table.put({ Item: contact });

  return {
    ...deps,
    eraseLateEvents: async (events) => events,
    accountId,
    told,
    messageIds,
    advance: (ms) => {
      nowMs += ms;
    },
    send: async (body) =>
      runHandler(async () => requestSend(deps, accountId, { to: TO, from: FROM, body: 'Hello', ...body })),
    attempt: async (messageId) => runHandler(async () => attemptQueuedMessage(deps, messageId)),
    message: async (messageId) => {
      const item = await table.get(messageKey(messageId));
      if (!item) throw new Error('No such message');
      return readMessage(item);
    },
    keyRecord: async (key) => {
      const item = await table.get(idempotencyKey(accountId, 'message', key));
      return item && readKeyRecord(item);
    },
    credits: () => readCredits(table, accountId),
    changeContact: async (attributes) => {
      Object.assign(contact, attributes);
      await table.put({ Item: contact });
    },
  };
}

function rememberMessageIds(ids: Ids, messageIds: string[]): Ids {
  return {
    ...ids,
    next: (prefix) => {
      const id = ids.next(prefix);
      if (prefix === 'msg') messageIds.push(id);
      return id;
    },
  };
}

/** Sends a request as the handler does, without HTTP and the rate limit. */
export async function requestSend(
  deps: Pick<Platform, 'table' | 'clock' | 'ids' | 'provider' | 'log'> & { pause: Pause },
  accountId: string,
  request: SendMessageBody,
): Promise<AnsweredSend> {
  const receivedAtMs = epochMs(deps.clock);
  const plan = planSend(request);
  const { account: accountItem, ...prefetched } = await readByName(deps.table, {
    account: accountKey(accountId),
    ...keysOfPlan(accountId, plan),
  });
  if (!accountItem) throw new Error('No such account');
  try {
    if (plan.key !== undefined) {
      const record = readPlannedKey(prefetched);
      const fromKey = await answerFromKey(deps, {
        accountId,
        key: plan.key,
        to: plan.to,
        record,
        receivedAtMs,
      });
      if ('answer' in fromKey) return { ...fromKey.answer, isReplay: true } as AnsweredSend;
    }
    const send = checkSend({ account: readAccount(accountItem), request, plan, prefetched });
    return (await sendMessage(deps, send, { receivedAtMs })) as AnsweredSend;
  } catch (error) {
    if (error instanceof ServiceError) return { code: error.code };
    throw error;
  }
}
