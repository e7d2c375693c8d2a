import { nextOpening, type ZoneHours } from '../../calendar/hours';
import { legalHours, type Whereabouts } from './legal-hours';
import { type AccountZones, dueAt, type Schedule, scheduledBetween, zonesOf } from './schedule';
import { type SendingHours, weekOfSendingHours } from '../../calendar/sending-hours';

export type Purpose = 'marketing' | 'informational' | 'emergency';

/** Settings of a campaign that decide when recipients may be sent to. */
export interface CampaignTiming {
  purpose: Purpose;
  schedule?: Schedule | undefined;
  sendingHours?: SendingHours | undefined;
  /** ISO time; absent: 48 hours after the latest scheduled moment. */
  expiresAt?: string | undefined;
}

/** Settings of the account that decide times. */
export interface AccountTiming extends AccountZones {
  /** True when the operator has turned the legal hours off. */
  areLegalHoursOff?: boolean | undefined;
}

const EXPIRES_AFTER_MS = 48 * 60 * 60 * 1000;
/** Longest time that a schedule may be in the past at the launch. */
const LATE_BY_AT_MOST_MS = 5 * 60 * 1000;

/**
 * Decision for a recipient. `wait`: not before `dueAtMs`, when the decision is made again. Hours with no time in common
 * wait until the campaign expires.
 */
export type SendTime = { kind: 'now' } | { kind: 'wait'; dueAtMs: number } | { kind: 'expired' };

/**
 * Returns a function that decides whether a recipient may be sent to at a moment, or when to decide again. It is used
 * when the campaign begins and again at the recipient's turn.
 *
 * @param options.startedAtMs when the campaign began; a scheduled time that had passed by then is due at once
 *
 * **Source:** rules E4.3, E4.4, E4.5.
 */
export function sendTimesAt(options: {
  campaign: CampaignTiming;
  account: AccountTiming;
  startedAtMs: number;
  nowMs: number;
}): (recipient: Whereabouts) => SendTime {
  const { campaign, account, startedAtMs, nowMs } = options;
  const expiresAtMs = expiryOf(campaign, { startedAtMs, account });
  return (recipient) => {
    if (nowMs >= expiresAtMs) return { kind: 'expired' };
    const recipientZone = localZone(recipient, account);
    const scheduledMs = dueAt(campaign.schedule, { startedAtMs, recipientZone });
    const earliestMs = Math.max(nowMs, scheduledMs);
    const openingMs = nextOpening(hoursOf({ campaign, account, recipient }), earliestMs) ?? expiresAtMs;
    if (openingMs <= nowMs) return { kind: 'now' };
    return { kind: 'wait', dueAtMs: Math.min(openingMs, expiresAtMs) };
  };
}

/** Decides for one recipient as `sendTimesAt` does. */
export const decideSendTime = (
  options: Parameters<typeof sendTimesAt>[0] & { recipient: Whereabouts },
): SendTime => sendTimesAt(options)(options.recipient);

/** Returns the recipient's local time zone: that of the contact, else of the account, else UTC. */
export const localZone = (recipient: Pick<Whereabouts, 'tz'>, account: AccountTiming): string =>
  recipient.tz ?? account.timeZone ?? 'UTC';

/** Returns all hours that apply to a recipient. */
export function hoursOf(options: {
  campaign: Pick<CampaignTiming, 'purpose' | 'sendingHours'>;
  account: AccountTiming;
  recipient: Whereabouts;
}): ZoneHours[] {
  const { campaign, account, recipient } = options;
  const own = campaign.sendingHours && {
    zone: localZone(recipient, account),
    week: weekOfSendingHours(campaign.sendingHours),
  };
  return [
    ...(own ? [own] : []),
    ...(areLegalHoursOn(campaign, account) ? legalHours(recipient, account.timeZone) : []),
  ];
}

const areLegalHoursOn = ({ purpose }: Pick<CampaignTiming, 'purpose'>, account: AccountTiming): boolean =>
  purpose === 'marketing' && account.areLegalHoursOff !== true;

/** Returns true when any hours apply: the campaign's own or the legal ones. */
export const areHoursLimited = (
  campaign: Pick<CampaignTiming, 'purpose' | 'sendingHours'>,
  account: AccountTiming,
): boolean => campaign.sendingHours !== undefined || areLegalHoursOn(campaign, account);

/** Returns when a campaign expires and skips unsent recipients; epoch milliseconds. **Source:** rules E4.5. */
export function expiryOf(
  { expiresAt, schedule }: Pick<CampaignTiming, 'expiresAt' | 'schedule'>,
  options: { startedAtMs: number; account: AccountZones },
): number {
  if (expiresAt !== undefined) return Date.parse(expiresAt);
  return scheduledBetween(schedule, options).lastMs + EXPIRES_AFTER_MS;
}

/**
 * Returns why a campaign cannot be launched with its times: its schedule has passed in every zone, its hours never
 * open, or it expires before it is due or before they open, in every zone.
 *
 * @param options.mayBeLate true accepts a schedule that has passed, while the campaign has not expired
 *
 * **Source:** rules E4.
 */
export function refuseLaunchTimes(
  campaign: CampaignTiming,
  { account, nowMs, mayBeLate = false }: { account: AccountTiming; nowMs: number; mayBeLate?: boolean },
): { pointer: string; reason: string } | undefined {
  const moments = scheduledBetween(campaign.schedule, { startedAtMs: nowMs, account });
  if (mayBeLate && expiryOf(campaign, { startedAtMs: nowMs, account }) <= nowMs)
    return { pointer: '/schedule', reason: 'must not be over for so long that the campaign has expired' };
  if (!mayBeLate && moments.lastMs < nowMs - LATE_BY_AT_MOST_MS)
    return { pointer: '/schedule', reason: 'must not be more than 5 minutes in the past' };
  const beginsAtMs = Math.max(nowMs, moments.firstMs);
  const expiresAtMs = campaign.expiresAt === undefined ? Infinity : Date.parse(campaign.expiresAt);
  if (expiresAtMs <= beginsAtMs)
    return { pointer: '/expiresAt', reason: 'must be after the time at which the campaign is due' };
  const opensAtMs = firstOpening(campaign, { account, beginsAtMs });
  if (opensAtMs === undefined)
    return { pointer: '/sendingHours', reason: 'never open within the hours that the law leaves' };
  if (expiresAtMs <= opensAtMs)
    return { pointer: '/expiresAt', reason: 'must be after the time at which the sending hours open' };
  return undefined;
}

/**
 * Returns when the first recipients can be sent to, whatever their zone; `undefined` when the hours have no time in
 * common.
 */
function firstOpening(
  campaign: CampaignTiming,
  { account, beginsAtMs }: { account: AccountTiming; beginsAtMs: number },
): number | undefined {
  const zones = zonesOf(account);
  const openings = zones.flatMap((tz) => {
    // A recipient whose zone is known and whose state is not stricter, so that only the campaign's own hours and the
    // usual legal hours apply.
    const recipient = { phoneNumber: '+12125550123', tz };
    const scheduledMs = dueAt(campaign.schedule, { startedAtMs: beginsAtMs, recipientZone: tz });
    const hours = hoursOf({ campaign, account, recipient });
    return nextOpening(hours, Math.max(beginsAtMs, scheduledMs)) ?? [];
  });
  return openings.length > 0 ? Math.min(...openings) : undefined;
}
