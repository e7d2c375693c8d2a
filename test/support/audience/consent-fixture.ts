import { randomInt } from 'node:crypto';
import { insertAccount } from '../../../shared/accounts/account-store';
import type { Account } from '../../../shared/accounts/account';
import { type Contact, readContact } from '../../../shared/audience/contacts/contact';
import type { EventOf } from '../../../shared/events/event-types';
import type { InboundDeps } from '../../../shared/inbound/receive-inbound';
import { type Message, readMessage } from '../../../shared/messages/message';
import { addNumber } from '../../../shared/senders/number-store';
import { type OutboxEntry, readOutboxItem } from '../../../shared/outbox/outbox';
import type { Clock } from '../../../shared/platform/clock';
import { createIds } from '../../../shared/platform/ids';
import { contactIndexAttributes, contactKey, messageKey } from '../../../shared/platform/store/keys';
import { createLog } from '../../../shared/platform/observability/log';
import type { Platform } from '../../../shared/platform/platform';
import type { Table } from '../../../shared/platform/store/table';
import { readOutbox } from '../engines/outbox-items';

type GroupEvent = EventOf<'contacts.group.opted_in'> | EventOf<'contacts.group.opted_out'>;

export const SENDER = '+12065550100';
export const NOW = '2026-03-01T12:00:00.000Z';

export type ConsentPlatform = Pick<Platform, 'table' | 'clock' | 'ids'> & InboundDeps;

/** Returns the platform for use cases of consent, whose clock only moves by `advance`. */
export function consentPlatform(
  table: Table,
): ConsentPlatform & Pick<Platform, 'queues'> & { advance(ms: number): void; lines: string[] } {
  let nowMs = Date.parse(NOW);
  const clock: Clock = { now: () => new Date(nowMs) };
  const lines: string[] = [];
  return {
    table,
    clock,
    ids: createIds(clock),
    log: createLog((line) => lines.push(line)),
    keywordReplies: 'on',
    queues: { send: async () => [] },
    lines,
    advance: (ms) => {
      nowMs += ms;
    },
  };
}

/** Creates an account for one test, with an active number that is its default sender. */
export async function seedAccount(
  deps: Pick<Platform, 'table' | 'clock' | 'ids'>,
  overrides: Partial<Account> & { sender?: string } = {},
): Promise<Account> {
  const { sender, ...changes } = overrides;
  const number = sender ?? `+1206${String(randomInt(10_000_000)).padStart(7, '0')}`;
  const account: Account = {
    id: deps.ids.next('acc'),
    name: 'Acme',
    smsCredits: 100,
    mmsCredits: 100,
    dailyQuota: 1_000,
    freeTexts: 1_000,
    silentOptIn: true,
    timeZone: undefined,
    rateLimits: {},
    defaultNumber: number,
    keywordReplies: undefined,
    helpText: undefined,
    optOutText: undefined,
    contentExemptions: [],
    contactTimeZones: [],
    countries: [],
    countryBudgets: {},
    approvalEmails: [],
    countryJumpStop: false,
    messageFeedback: false,
    trackLastTexted: false,
    enforceOptInType: false,
    setAsideNumbers: false,
    carrierLookup: false,
    retentionDays: 90,
    legalHours: true,
    hasCreditShards: false,
    maxSegments: 10,
    closedAt: undefined,
    createdAt: NOW,
    ...changes,
  };
  await insertAccount(deps.table, account);
  await addNumber(deps, { accountId: account.id, number, status: 'Active' });
  return account;
}

/** Stores a contact as its creation does. */
export async function seedContact(
  deps: Pick<Platform, 'table' | 'ids'>,
  options: { accountId: string; phoneNumber: string } & Record<string, unknown>,
): Promise<string> {
  const id = deps.ids.next('con');
  const { accountId, phoneNumber } = options;
  await deps.table.put({
    Item: {
      ...contactKey(accountId, phoneNumber),
      ...contactIndexAttributes({ accountId, id }),
      entity: 'contact',
      id,
      isFavorite: false,
      customFields: {},
      memberships: {},
      pendingMemberships: {},
      version: 1,
      createdAt: NOW,
      updatedAt: NOW,
      ...options,
    },
  });
  return id;
}

export async function readStoredContact(
  table: Table,
  options: { accountId: string; phoneNumber: string },
): Promise<Contact | undefined> {
  const item = await table.get(contactKey(options.accountId, options.phoneNumber));
  return item && readContact(item);
}

/** Returns the account's group events that wait in the outbox, oldest first. */
export async function queuedEvents(table: Table, accountId: string): Promise<GroupEvent[]> {
  const entries = await queuedEntries(table);
  return entries
    .flatMap(groupEventsOf)
    .filter((event) => event.accountId === accountId)
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Returns every group event in the outbox, oldest first, and empties the outbox, as the relay does. */
export async function takeEvents(table: Table): Promise<GroupEvent[]> {
  const items = await readOutbox(table);
  await table.batchDelete(items);
  return items
    .map((item) => readOutboxItem(item).entry)
    .flatMap(groupEventsOf)
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Returns the account's texts that wait for the message queue, oldest first. */
export async function queuedTexts(
  table: Table,
  accountId: string,
): Promise<Array<Pick<Message, 'to' | 'from' | 'body' | 'purpose'>>> {
  const entries = await queuedEntries(table);
  const messageIds = entries
    .flatMap((entry) => (entry.kind === 'message' && entry.accountId === accountId ? [entry.messageId] : []))
    .sort();
  const items = await table.batchGet(messageIds.map(messageKey));
  return items.map((item) => {
    if (!item) throw new Error('The outbox names a message that there is not');
    const { to, from, body, purpose } = readMessage(item);
    return { to, from, body, purpose };
  });
}

/** Returns the group event of an entry, or none. */
export function groupEventsOf(entry: OutboxEntry): GroupEvent[] {
  const isGroupEvent = entry.kind === 'event' && entry.event.detailType.startsWith('contacts.group.');
  return isGroupEvent ? [entry.event.detail as GroupEvent] : [];
}

async function queuedEntries(table: Table): Promise<OutboxEntry[]> {
  return (await readOutbox(table)).map((item) => readOutboxItem(item).entry);
}
