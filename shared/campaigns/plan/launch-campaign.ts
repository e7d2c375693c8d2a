import type { Account } from '../../accounts/account';
import type { CustomFieldSchema } from '../../audience/custom-fields/custom-field-schema';
import { walkPartsOfAudience } from '../../audience/segments/walk-audience';
import { invalidRequest, ServiceError } from '../../errors/service-error';
import { PREVIEW_AT_MOST_MS } from '../../limits';
import { epochMs, isoNow } from '../../platform/clock';
import type { Platform } from '../../platform/platform';
import { accountNumberKey } from '../../platform/store/keys';
import { retryOnConflict } from '../../platform/store/retry-on-conflict';
import { refuseDoubt } from '../../content/doubtful-tags';
import { checkBody } from '../../sending/compose/prepare-body';
import { findDoubts } from '../../sending/compose/warn-of-body';
import { checkSender } from '../../senders/check-sender';
import type { Actor } from '../../accounts/actor';
import type { Campaign } from '../record/campaign';
import { findCampaignOrThrow } from '../record/campaign-store';
import { timingOfAccount } from '../record/campaign-timing';
import { refuseLaunchTimes } from '../timing/send-time';
import { type AudienceDeps, findAudience, type FoundAudience } from './campaign-audience';
import { refuseUnreachable } from './refuse-unreachable';
import { findRegisteredLinks } from './registered-links';
import { changeCampaign, type CampaignChanges } from './save-campaign';

type Deps = Pick<Platform, 'table' | 'clock' | 'ids'> & AudienceDeps;

interface Launch {
  account: Account;
  schema: CustomFieldSchema;
  actor: Actor;
}

/**
 * Launches a draft. A campaign that was launched already is answered as it is.
 *
 * @throws ServiceError NoSuchResource; InvalidState for a draft that was cancelled; as `checkLaunch` says
 *
 * **Source:** rules E4, E4.7.
 */
export async function launchCampaign(
  deps: Deps,
  options: Launch & { campaignId: string },
): Promise<Campaign> {
  const { account, campaignId: id } = options;
  return retryOnConflict(deps.table.waits, async () => {
    const campaign = await findCampaignOrThrow(deps.table, { accountId: account.id, id });
    const { status } = campaign;
    if (status !== 'draft') {
      if (campaign.launchedAt !== undefined) return campaign;
      throw new ServiceError('InvalidState', { details: { status } });
    }
    return changeCampaign(deps, campaign, await planLaunch(deps, { ...options, campaign }));
  });
}

/** What the launch of a draft makes of it. */
export async function planLaunch(
  deps: Deps,
  options: Launch & { campaign: Campaign },
): Promise<Pick<CampaignChanges, 'status' | 'launchedBy' | 'launchedAt'>> {
  const { account, actor } = options;
  const found = await checkLaunch(deps, options);
  const needsApproval =
    account.approvalAbove !== undefined && (await isLargerThan(deps, found, account.approvalAbove));
  return {
    status: needsApproval ? 'awaitingApproval' : 'scheduled',
    launchedBy: actor,
    launchedAt: isoNow(deps.clock),
  };
}

/**
 * Every check of a launch, in the order in which errors are reported.
 *
 * @throws ServiceError InvalidRequest (times, tags of the body), SenderNotAssigned, SenderNotActive, InvalidCharacters,
 *   ContentViolation, GroupNotFound, NoSuchResource or InvalidRequest when what the audience names is gone, and InvalidRequest
 *   when no recipient can be reached before it expires
 */
export async function checkLaunch(
  deps: Deps,
  options: { account: Account; schema: CustomFieldSchema; campaign: Campaign },
): Promise<FoundAudience> {
  const { account, schema, campaign } = options;
  const { body = '', from } = campaign;
  const refusal = refuseLaunchTimes(campaign, {
    account: timingOfAccount(account),
    nowMs: epochMs(deps.clock),
  });
  if (refusal) throw invalidRequest(refusal);
  const [numberItem, registeredLinks] = await Promise.all([
    deps.table.get(accountNumberKey(account.id, from)),
    findRegisteredLinks(deps.table, options),
  ]);
  refuseTags(body, { schema, registeredLinks });
  checkSender(numberItem);
  checkBody(body, { exemptCategories: new Set(account.contentExemptions), registeredLinks });
  const found = await findAudience(deps, { account, schema, audience: campaign.audience });
  await refuseUnreachable(deps, options, found);
  return found;
}

/** A single message goes out with its mistakes; a campaign has an audience for them. **Source:** rules E4. */
function refuseTags(...parameters: Parameters<typeof findDoubts>): void {
  const reasons = findDoubts(...parameters).map(refuseDoubt);
  const errors = reasons
    .filter((reason) => reason !== undefined)
    .map((reason) => ({ pointer: '/body', reason }));
  if (errors.length > 0) throw invalidRequest(...errors);
}

/** Whether an audience has more people who can be sent to; of one that takes too long to count it is assumed. */
async function isLargerThan(deps: Deps, found: FoundAudience, limit: number): Promise<boolean> {
  if ('retryOf' in found) {
    const { failed, unknown } = found.retryOf.counts;
    return failed - unknown > limit;
  }
  const giveUpAtMs = epochMs(deps.clock) + PREVIEW_AT_MOST_MS;
  let sendable = 0;
  const pages = walkPartsOfAudience(deps, found.resolved, { parts: [] });
  for await (const { members, position } of pages) {
    sendable += members.filter(({ gate }) => gate === 'allowed').length;
    if (sendable > limit) return true;
    const isComplete = position.every((shard) => shard === 'end');
    if (!isComplete && epochMs(deps.clock) >= giveUpAtMs) return true;
  }
  return false;
}
