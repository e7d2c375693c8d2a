import { isDeepStrictEqual } from 'node:util';
import { isRequested } from '../../../shared/sending/jobs/job';
import type { Evidence } from './books';
import { logOf, phonesOf } from './consent-books';
import type { HandOvers } from './hand-over-books';

interface KnownEvent {
  id: string;
  type: string;
  time: string;
  accountId: string;
  contact?: { phoneNumber: string };
  group?: { id: string };
  campaign?: {
    id: string;
    selected: number;
    counts: { sent: number; failed: number; skipped: number };
  };
  job?: { id: string; totalRecipients: number; counts: { sent: number; failed: number; skipped: number } };
  message?: { id: string };
  stage?: string;
}

/** Finds events that the bus never got, or got under several ids. */
export function findWrongEvents(evidence: Evidence, { all, jobs }: HandOvers): string[] {
  const wrong: string[] = [];
  const events = new Map<string, KnownEvent>();
  for (const { detail } of evidence.world.cloud.published) {
    const event = detail as KnownEvent;
    const known = events.get(event.id);
    // After another read from the table, the properties may be in another order.
    if (known && !isDeepStrictEqual(toldOf(known), toldOf(event))) {
      wrong.push(
        `the event ${event.id} was published in two forms: ${JSON.stringify(known)} and ${JSON.stringify(event)}`,
      );
    }
    events.set(event.id, event);
  }
  const heard = [...events.values()];
  wrong.push(
    ...compare('group events', heard.flatMap(describeGroupEvent), expectedGroupEvents(evidence)),
    ...compare(
      'completed jobs',
      heard.flatMap(({ type, job }) => (type === 'messaging.job.completed' && job ? [job.id] : [])),
      jobs.filter(isRequested).map(({ id }) => id),
    ),
    ...compare(
      'completed campaigns',
      heard.flatMap(({ type, campaign }) =>
        type === 'messaging.campaign.completed' && campaign ? [campaign.id] : [],
      ),
      evidence.items
        .filter(({ entity, completedAt }) => entity === 'campaign' && completedAt !== undefined)
        .map(({ id }) => id as string),
    ),
    ...compare(
      'received texts',
      heard.flatMap(({ type, message }) =>
        type === 'messaging.message.received' && message ? [message.id] : [],
      ),
      evidence.items
        .filter(({ sk, direction }) => sk === 'MESSAGE' && direction === 'inbound')
        .map(({ id }) => id as string),
    ),
  );
  for (const { job } of heard) {
    if (!job) continue;
    const { sent, failed, skipped } = job.counts;
    if (sent + failed + skipped !== job.totalRecipients) wrong.push(`the event of ${job.id} does not add up`);
  }
  for (const { campaign } of heard) {
    if (!campaign) continue;
    const { sent, failed, skipped } = campaign.counts;
    if (sent + failed + skipped !== campaign.selected)
      wrong.push(`the event of ${campaign.id} does not add up`);
  }
  const told = new Set(
    heard.flatMap(({ type, stage, message }) =>
      type === 'messaging.message.failed' && stage === 'handOver' && message ? [message.id] : [],
    ),
  );
  for (const { messageId, jobId, purpose, end } of all) {
    const mustBeTold = jobId === undefined && purpose === 'send' && (end === 'failed' || end === 'unknown');
    if (mustBeTold && !told.has(messageId)) wrong.push(`no event says that ${messageId} failed`);
  }
  const received = new Set(
    evidence.items.filter(({ sk }) => sk === 'INBOUND').map(({ pk }) => pk.split('#').at(-1) ?? ''),
  );
  for (const { id } of evidence.traffic.said) if (!received.has(id)) wrong.push(`the text ${id} was lost`);
  return wrong;
}

/**
 * Returns the part of an event that must not change. A receipt's event has the hand-over as it is known when the event
 * is published, which may happen again.
 */
function toldOf(event: KnownEvent): object {
  if (!event.message || event.type === 'messaging.message.received' || event.stage === 'handOver')
    return event;
  const { id } = event.message;
  return { ...event, message: { id } };
}

function describeGroupEvent({ type, time, accountId, contact, group }: KnownEvent): string[] {
  if (!type.startsWith('contacts.group.')) return [];
  return [`${type} ${accountId} ${contact?.phoneNumber} ${group?.id} ${time}`];
}

function expectedGroupEvents(evidence: Evidence): string[] {
  return evidence.accounts.flatMap((account) =>
    phonesOf(evidence, account).flatMap((phone) =>
      logOf(evidence, account, phone).flatMap(({ action, groupId, at }) => {
        const rest = `${account.id} ${phone} ${groupId} ${at}`;
        if (action === 'OPT_IN') return [`contacts.group.opted_in ${rest}`];
        if (action === 'MANUAL_REMOVAL' || action === 'OPT_OUT') return [`contacts.group.opted_out ${rest}`];
        return [];
      }),
    ),
  );
}

/** Compares how often each element occurs in the two lists. */
function compare(name: string, actual: string[], expected: string[]): string[] {
  const count = new Map<string, number>();
  for (const one of actual) count.set(one, (count.get(one) ?? 0) + 1);
  for (const one of expected) count.set(one, (count.get(one) ?? 0) - 1);
  return [...count]
    .filter(([, difference]) => difference !== 0)
    .map(([one, difference]) => `${name}: ${one} was told ${difference > 0 ? 'too often' : 'too seldom'}`);
}
