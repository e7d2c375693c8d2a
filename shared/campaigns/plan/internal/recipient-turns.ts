import type { Account } from '../../../accounts/account';
import type { CustomFieldSchema } from '../../../audience/custom-fields/custom-field-schema';
import { LOOK_UP_PARTS } from '../../../audience/contacts/look-up';
import type { GateDecision } from '../../../audience/consent/compliance-gate';
import type { BookPosition } from '../../../audience/book/walk-book';
import { COUNTED_IN_PARTS } from '../../../audience/segments/shard-counts';
import { type PartOfContact, walkPartsOfAudience } from '../../../audience/segments/walk-audience';
import { epochMs } from '../../../platform/clock';
import type { Campaign } from '../../record/campaign';
import { timingOfAccount, whereaboutsOf } from '../../record/campaign-timing';
import { walkRecipients } from '../../run/audience-source';
import type { ZoneHours } from '../../../calendar/hours';
import { scheduledBetween } from '../../timing/schedule';
import { decideSendTime, expiryOf, hoursOf, localZone } from '../../timing/send-time';
import type { AudienceDeps, FoundAudience } from './campaign-audience';

/** Parts of a contact that decide its times. */
export type Recipient = PartOfContact<(typeof PARTS)[number]>;
const PARTS = ['tz', 'address', ...LOOK_UP_PARTS] as const;

interface Page {
  /** Shard of the contact book that the page is of, and the position after it; absent for a retry, which walks over recipients. */
  shard?: number;
  position?: BookPosition;
  members: Array<{ contact: Recipient; gate: GateDecision }>;
  isLast: boolean;
}

export interface PlannedCampaign {
  account: Account;
  schema: CustomFieldSchema;
  campaign: Campaign;
}

/** Walks over the current audience of a campaign in pages. */
export async function* pagesOf(
  deps: AudienceDeps,
  { account, campaign }: PlannedCampaign,
  found: FoundAudience,
): AsyncGenerator<Page> {
  if ('resolved' in found) {
    const pages = walkPartsOfAudience(deps, found.resolved, { parts: PARTS, ...COUNTED_IN_PARTS });
    for await (const { shard, members, position } of pages) {
      yield { shard, position, members, isLast: position.every((at) => at === 'end') };
    }
    return;
  }
  // This walk already leaves out failed recipients who are not sendable.
  const now = deps.clock.now().toISOString();
  const asBegun = { ...campaign, startedAt: campaign.startedAt ?? now };
  for await (const { contacts } of walkRecipients(deps, { campaign: asBegun, account, from: undefined })) {
    yield { members: contacts.map((contact) => ({ contact, gate: 'allowed' as const })), isLast: false };
  }
}

/** Time at which a recipient is due, with its reasons. */
export interface Turn {
  zone: string;
  atMs: number;
  /** True when the hours open after the scheduled time. */
  waits: boolean;
  /** True when the hours do not open before the campaign expires, or the scheduled time never comes. */
  isUnreachable: boolean;
  hours: readonly ZoneHours[];
}

/** Returns when the campaign has begun, or would begin if it were launched now, and when it expires. */
export function spanOf(
  { clock }: Pick<AudienceDeps, 'clock'>,
  { account, campaign }: Pick<PlannedCampaign, 'account' | 'campaign'>,
): { startedAtMs: number; expiresAtMs: number } {
  const nowMs = epochMs(clock);
  const { firstMs } = scheduledBetween(campaign.schedule, { startedAtMs: nowMs, account });
  const startedAtMs =
    campaign.startedAt === undefined ? Math.max(nowMs, firstMs) : Date.parse(campaign.startedAt);
  return { startedAtMs, expiresAtMs: expiryOf(campaign, { startedAtMs, account }) };
}

/** Returns a function that decides when a contact is due, once for all contacts with the same hours. */
export function turnsOf(
  deps: Pick<AudienceDeps, 'clock'>,
  { account, campaign }: Pick<PlannedCampaign, 'account' | 'campaign'>,
): (contact: Recipient) => Turn {
  const accountTiming = timingOfAccount(account);
  const { startedAtMs } = spanOf(deps, { account, campaign });
  const decided = new Map<string, Turn>();
  return (contact) => {
    const recipient = whereaboutsOf(contact);
    const { phoneNumber, tz = '', postalCode = '', country = '' } = recipient;
    const key = [phoneNumber.startsWith('+1') ? phoneNumber.slice(0, 5) : '', tz, country, postalCode].join(
      '#',
    );
    let turn = decided.get(key);
    if (!turn) {
      const options = { campaign, account: accountTiming, recipient, startedAtMs };
      const decision = decideSendTime({ ...options, nowMs: startedAtMs });
      const atMs = decision.kind === 'wait' ? decision.dueAtMs : startedAtMs;
      const isUnreachable = decideSendTime({ ...options, nowMs: atMs }).kind === 'expired';
      const withoutHours = decideSendTime({
        ...options,
        campaign: { ...campaign, purpose: 'emergency', sendingHours: undefined },
        nowMs: startedAtMs,
      });
      const scheduledMs = withoutHours.kind === 'wait' ? withoutHours.dueAtMs : startedAtMs;
      turn = {
        zone: localZone(recipient, accountTiming),
        atMs,
        waits: !isUnreachable && atMs > scheduledMs,
        isUnreachable,
        hours: hoursOf(options),
      };
      decided.set(key, turn);
    }
    return turn;
  };
}
