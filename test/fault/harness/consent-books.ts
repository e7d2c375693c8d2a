import type { ConsentLogEntry } from '../../../shared/audience/consent/consent-log';
import { readContact } from '../../../shared/audience/contacts/contact';
import { contactKey, messageKey } from '../../../shared/platform/store/keys';
import type { Evidence } from './books';
import { FIRST_GROUP, GROUP_OF_STEPS, GROUPS, type WorldAccount } from './seeded-account';

/** Time by which a text may seem older than it is. */
const CLOCKS_DIFFER_BY_MS = 5_000;

interface Standing {
  active: Set<string>;
  pending: Set<string>;
  isRefused: boolean;
}

/**
 * Finds contacts whose state differs from their log, played from the beginning, and groups whose counters differ from
 * their members.
 */
export function findWrongConsent({ items, traffic }: Evidence, account: WorldAccount): string[] {
  const wrong: string[] = [];
  const members = new Map<string, number>();
  for (const phone of phonesOf({ items }, account)) {
    const { pk } = contactKey(account.id, phone);
    const item = items.find((one) => one.pk === pk && one.sk === 'CONTACT');
    if (!item) {
      wrong.push(`${phone} is gone`);
      continue;
    }
    const contact = readContact(item);
    const actual: Standing = {
      active: new Set(Object.keys(contact.memberships)),
      pending: new Set(Object.keys(contact.pendingMemberships)),
      isRefused: contact.hardOptOut !== undefined,
    };
    for (const group of actual.active) members.set(group, (members.get(group) ?? 0) + 1);
    const log = logOf({ items }, account, phone);
    const expected = play(log, account.members.includes(phone) ? [FIRST_GROUP] : []);
    if (show(actual) !== show(expected)) {
      wrong.push(`${phone} is ${show(actual)}, its log says ${show(expected)}`);
    }
    wrong.push(...findEarlyAnswers({ items }, phone, log));
    if (actual.isRefused && actual.active.size + actual.pending.size > 0) {
      wrong.push(`${phone} is in groups that it has opted out of`);
    }
    if (actual.pending.size > 1) wrong.push(`${phone} is pending in two groups`);
    if (hasRefusedLast({ traffic }, account, phone) && !actual.isRefused) {
      wrong.push(`${phone} said STOP and is not refused`);
    }
  }
  for (const group of [...GROUPS, GROUP_OF_STEPS]) {
    const item = items.find(({ pk, sk }) => pk === `ACCOUNT#${account.id}` && sk === `GROUP#${group}`);
    const counted = (item?.contactCount as number | undefined) ?? 0;
    const actual = members.get(group) ?? 0;
    if (counted !== actual) wrong.push(`${group} of ${account.id} counts ${counted} of ${actual} members`);
  }
  return wrong;
}

/** Returns the phones of contacts that the account began with, and of those that imports have created. */
export function phonesOf(
  { items }: Pick<Evidence, 'items'>,
  { id, members, outsiders }: Pick<WorldAccount, 'id' | 'members' | 'outsiders'>,
): string[] {
  const made = items
    .filter(({ sk, accountId }) => sk === 'CONTACT' && accountId === id)
    .map(({ phoneNumber }) => String(phoneNumber));
  return [...new Set([...members, ...outsiders, ...made])];
}

/** Returns the log of a contact, oldest first. */
export function logOf(
  { items }: Pick<Evidence, 'items'>,
  account: Pick<WorldAccount, 'id'>,
  phone: string,
): ConsentLogEntry[] {
  const { pk } = contactKey(account.id, phone);
  return items
    .filter((item) => item.pk === pk && item.sk.startsWith('LOG#'))
    .sort((a, b) => (a.sk < b.sk ? -1 : 1))
    .map((item) => item as unknown as ConsentLogEntry);
}

function play(log: ConsentLogEntry[], groups: string[]): Standing {
  const standing: Standing = { active: new Set(groups), pending: new Set(), isRefused: false };
  for (const { action, groupId = '' } of log) {
    switch (action) {
      case 'OPT_IN_REQUESTED':
        standing.pending.add(groupId);
        break;
      case 'OPT_IN':
        standing.pending.delete(groupId);
        standing.active.add(groupId);
        break;
      case 'MANUAL_REMOVAL':
      case 'OPT_OUT':
        standing.active.delete(groupId);
        break;
      case 'PENDING_REMOVED':
        standing.pending.delete(groupId);
        break;
      case 'HARD_OPT_OUT':
        standing.isRefused = true;
        break;
      case 'HARD_OPT_OUT_LIFTED':
        standing.isRefused = false;
        break;
      case 'LIKELY_OPT_OUT':
      case 'LIKELY_OPT_OUT_DISMISSED':
        break;
    }
  }
  return standing;
}

/** Finds memberships that were confirmed by a text from before the confirmation was requested. */
function findEarlyAnswers(
  { items }: Pick<Evidence, 'items'>,
  phone: string,
  log: ConsentLogEntry[],
): string[] {
  const askedAt = new Map<string | undefined, string>();
  const wrong: string[] = [];
  for (const { action, reason, groupId, at, messageId = '' } of log) {
    if (action === 'OPT_IN_REQUESTED') askedAt.set(groupId, at);
    if (reason !== 'CONTACT_CONFIRMED') continue;
    const text = items.find(({ pk, sk }) => pk === messageKey(messageId).pk && sk === 'MESSAGE');
    const earlyByMs = Date.parse(askedAt.get(groupId) ?? '') - Date.parse(String(text?.createdAt));
    if (!(earlyByMs <= CLOCKS_DIFFER_BY_MS)) {
      wrong.push(`${phone} is in ${groupId} by a text from ${earlyByMs} ms before it was asked`);
    }
  }
  return wrong;
}

const show = ({ active, pending, isRefused }: Standing) =>
  `in ${[...active].sort().join('+') || 'none'}, pending ${[...pending].sort().join('+') || 'none'}${isRefused ? ', refused' : ''}`;

/** Returns true when STOP was the last keyword of the phone. */
function hasRefusedLast(
  { traffic }: Pick<Evidence, 'traffic'>,
  account: WorldAccount,
  phone: string,
): boolean {
  const words = traffic.said
    .filter((said) => said.account === account && said.phone === phone)
    .map(({ body }) => body.toLowerCase())
    .filter((word) => ['stop', 'yes', 'y', 'start'].includes(word));
  return words.at(-1) === 'stop';
}
