import type { Account } from '../../accounts/account';
import type { Contact } from '../../audience/contacts/contact';
import { findContacts } from '../../audience/contacts/find-contact';
import type { CustomFieldSchema } from '../../audience/custom-fields/custom-field-schema';
import { type GateDecision, isHeldForReview } from '../../audience/consent/compliance-gate';
import { newestOf } from '../../audience/segments/newest-of';
import { type PartOfContact, walkPartsOfAudience } from '../../audience/segments/walk-audience';
import { MAX_PREVIEW_SAMPLE, PREVIEW_AT_MOST_MS } from '../../limits';
import { epochMs } from '../../platform/clock';
import type { Campaign } from '../record/campaign';
import { timingOfAccount, whereaboutsOf } from '../record/campaign-timing';
import { walkRecipients } from '../run/audience-source';
import { scheduledBetween } from '../timing/schedule';
import { decideSendTime, localZone } from '../timing/send-time';
import { type AudienceDeps, findAudience } from './campaign-audience';

/** Who would get a campaign, and when. */
export interface AudiencePlan {
  matched: number;
  sendable: number;
  blocked: { notOptedIn: number; hardOptedOut: number };
  /** False when the time was up: the figures are of the contacts that had been looked at. */
  isComplete: boolean;
  /** Absent when no recipient is due. */
  firstAtMs: number | undefined;
  lastAtMs: number | undefined;
  byTimeZone: Array<{ timeZone: string; recipients: number; atMs: number }>;
  /** Recipients whose text is under review, who would be skipped. */
  underReview: number;
  /** Recipients whose zone is not known. */
  withoutZone: number;
  /** Recipients who wait for hours to open after their scheduled time. */
  waitForHours: number;
  /** Recipients who are not due before the campaign expires. */
  expire: number;
  /** The newest recipients. */
  sample: Contact[];
}

interface Options {
  account: Account;
  schema: CustomFieldSchema;
  campaign: Campaign;
}

/**
 * Walks over the audience of a campaign, and decides when each recipient would be due if it were launched now, or as it
 * began.
 *
 * @throws ServiceError as `findAudience` says
 */
export async function planAudience(deps: AudienceDeps, options: Options): Promise<AudiencePlan> {
  const giveUpAtMs = epochMs(deps.clock) + PREVIEW_AT_MOST_MS;
  const turns = turnsOf(deps, options);
  const counted = { allowed: 0, notOptedIn: 0, hardOptedOut: 0 };
  const zones = new Map<string, { recipients: number; atMs: number }>();
  const plan = {
    ...{ underReview: 0, withoutZone: 0, waitForHours: 0, expire: 0 },
    lastAtMs: undefined as number | undefined,
  };
  let sample: Recipient[] = [];
  let isComplete = true;
  for await (const { members, isLast } of pagesOf(deps, options)) {
    for (const { contact, gate } of members) {
      counted[gate] += 1;
      if (gate !== 'allowed') continue;
      const { zone, atMs, waits, expires } = turns(contact);
      if (isHeldForReview(options.campaign, contact)) plan.underReview += 1;
      if (contact.tz === undefined) plan.withoutZone += 1;
      if (waits) plan.waitForHours += 1;
      if (expires) plan.expire += 1;
      const { recipients = 0, atMs: earliestMs = atMs } = zones.get(zone) ?? {};
      zones.set(zone, { recipients: recipients + 1, atMs: Math.min(earliestMs, atMs) });
      plan.lastAtMs = Math.max(plan.lastAtMs ?? atMs, atMs);
    }
    const allowed = members.flatMap(({ contact, gate }) => (gate === 'allowed' ? [contact] : []));
    sample = newestOf([...sample, ...allowed], MAX_PREVIEW_SAMPLE);
    isComplete = isLast || epochMs(deps.clock) < giveUpAtMs;
    if (!isComplete) break;
  }
  const { allowed: sendable, ...blocked } = counted;
  const byTimeZone = [...zones].map(([timeZone, zone]) => ({ timeZone, ...zone }));
  byTimeZone.sort((a, b) => a.atMs - b.atMs || (a.timeZone < b.timeZone ? -1 : 1));
  return {
    ...plan,
    matched: sendable + blocked.notOptedIn + blocked.hardOptedOut,
    sendable,
    blocked,
    isComplete,
    firstAtMs: byTimeZone[0]?.atMs,
    byTimeZone,
    sample: await findContacts(deps.table, {
      accountId: options.account.id,
      phoneNumbers: sample.map((contact) => contact.phoneNumber),
    }),
  };
}

/** What decides on times. */
type Recipient = PartOfContact<'tz' | 'address' | 'likelyOptOut'>;

interface Page {
  members: Array<{ contact: Recipient; gate: GateDecision }>;
  isLast: boolean;
}

async function* pagesOf(deps: AudienceDeps, options: Options): AsyncGenerator<Page> {
  const { account, schema, campaign } = options;
  const found = await findAudience(deps, { account, schema, audience: campaign.audience });
  if ('resolved' in found) {
    const pages = walkPartsOfAudience(deps, found.resolved, {
      parts: ['tz', 'address', 'likelyOptOut'],
    });
    for await (const { members, position } of pages) {
      yield { members, isLast: position.every((shard) => shard === 'end') };
    }
    return;
  }
  // Of those who failed, the walk leaves out who may not be sent to.
  const now = deps.clock.now().toISOString();
  const asBegun = { ...campaign, beganAt: campaign.beganAt ?? now };
  for await (const { contacts } of walkRecipients(deps, { campaign: asBegun, account, from: undefined })) {
    yield { members: contacts.map((contact) => ({ contact, gate: 'allowed' as const })), isLast: false };
  }
}

interface Turn {
  zone: string;
  atMs: number;
  waits: boolean;
  expires: boolean;
}

/** When a contact is due. Decided once for all contacts that the same hours hold for. */
function turnsOf(deps: Pick<AudienceDeps, 'clock'>, { account, campaign }: Options) {
  const accountTiming = timingOfAccount(account);
  const nowMs = epochMs(deps.clock);
  const { firstMs } = scheduledBetween(campaign.schedule, {
    beganAtMs: nowMs,
    account,
  });
  const beganAtMs = campaign.beganAt === undefined ? Math.max(nowMs, firstMs) : Date.parse(campaign.beganAt);
  const decided = new Map<string, Turn>();
  return (contact: Recipient): Turn => {
    const recipient = whereaboutsOf(contact);
    const { phoneNumber, tz = '', postalCode = '', country = '' } = recipient;
    const key = [phoneNumber.startsWith('+1') ? phoneNumber.slice(0, 5) : '', tz, country, postalCode].join(
      '#',
    );
    let turn = decided.get(key);
    if (!turn) {
      const options = { campaign, account: accountTiming, recipient, beganAtMs };
      const decision = decideSendTime({ ...options, nowMs: beganAtMs });
      const atMs = decision.kind === 'wait' ? decision.dueAtMs : beganAtMs;
      const isOver = decideSendTime({ ...options, nowMs: atMs }).kind === 'expired';
      const withoutHours = decideSendTime({
        ...options,
        campaign: { ...campaign, purpose: 'emergency', sendingHours: undefined },
        nowMs: beganAtMs,
      });
      const scheduledMs = withoutHours.kind === 'wait' ? withoutHours.dueAtMs : beganAtMs;
      turn = {
        zone: localZone(recipient, accountTiming),
        atMs,
        waits: !isOver && atMs > scheduledMs,
        expires: isOver,
      };
      decided.set(key, turn);
    }
    return turn;
  };
}
