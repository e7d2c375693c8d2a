import { invalidRequest } from '../../../errors/service-error';
import { PREVIEW_AT_MOST_MS } from '../../../limits';
import { epochMs } from '../../../platform/clock';
import type { Campaign } from '../../record/campaign';
import { timingOfAccount } from '../../record/campaign-timing';
import { areHoursLimited } from '../../timing/send-time';
import type { AudienceDeps, FoundAudience } from './campaign-audience';
import { pagesOf, type PlannedCampaign, spanOf, turnsOf } from './recipient-turns';

/**
 * Refuses the launch of a campaign that would reach no recipient because no recipient's hours open before it expires.
 * The search ends at the first reachable recipient, or at the time limit of a preview. An audience without recipients
 * is not refused here.
 *
 * @throws ServiceError InvalidRequest
 *
 * **Source:** rules E4.
 */
export async function refuseUnreachable(
  deps: AudienceDeps,
  options: PlannedCampaign,
  found: FoundAudience,
): Promise<void> {
  const { account, campaign } = options;
  if (!mayBeUnreachable(campaign, { areHoursLimited: areHoursLimited(campaign, timingOfAccount(account)) }))
    return;
  const giveUpAtMs = epochMs(deps.clock) + PREVIEW_AT_MOST_MS;
  const turns = turnsOf(deps, options);
  let isAnyUnreachable = false;
  for await (const { members } of pagesOf(deps, options, found)) {
    const recipients = members.filter(({ gate }) => gate === 'allowed');
    if (recipients.some(({ contact }) => !turns(contact).isUnreachable)) return;
    isAnyUnreachable ||= recipients.length > 0;
    if (epochMs(deps.clock) >= giveUpAtMs) return;
  }
  if (isAnyUnreachable) throw invalidRequest(reasonUnreachable(deps, options));
}

/**
 * Returns true when some recipients may be unreachable. Without hours a recipient is reached at the scheduled time,
 * which can be after the campaign expires.
 */
const mayBeUnreachable = (
  { schedule, expiresAt }: Campaign,
  { areHoursLimited }: { areHoursLimited: boolean },
): boolean =>
  areHoursLimited ||
  (expiresAt !== undefined &&
    schedule !== undefined &&
    'timeZone' in schedule &&
    schedule.timeZone === 'recipient');

/** Returns the reason why a campaign that would reach no recipient cannot be launched. */
export function reasonUnreachable(
  deps: Pick<AudienceDeps, 'clock'>,
  { account, campaign }: Pick<PlannedCampaign, 'account' | 'campaign'>,
): { pointer: string; reason: string } {
  const { purpose, sendingHours, expiresAt } = campaign;
  const end = new Date(spanOf(deps, { account, campaign }).expiresAtMs).toISOString();
  if (sendingHours) {
    const within = areHoursLimited({ purpose }, timingOfAccount(account)) ? ', within the legal hours,' : '';
    return {
      pointer: '/sendingHours',
      reason: `must open for a recipient${within} before the campaign expires at ${end}`,
    };
  }
  if (expiresAt !== undefined)
    return { pointer: '/expiresAt', reason: 'must be after the time at which a recipient can be reached' };
  return {
    pointer: '/schedule',
    reason: `must be a time from which on the legal hours of a recipient open before the campaign expires at ${end}`,
  };
}
