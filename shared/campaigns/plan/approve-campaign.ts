import type { Account } from '../../accounts/account';
import { type Actor, areSame } from '../../accounts/actor';
import type { CustomFieldSchema } from '../../audience/custom-fields/custom-field-schema';
import { checkIsAsLookedAt } from '../../approvals/check-is-as-looked-at';
import { checkReason } from '../../approvals/check-reason';
import { ServiceError } from '../../errors/service-error';
import { isoNow } from '../../platform/clock';
import type { Platform } from '../../platform/platform';
import { retryOnConflict } from '../../platform/store/retry-on-conflict';
import { planToApprove } from '../record/approved-plan';
import type { Campaign } from '../record/campaign';
import { findCampaignOrThrow } from '../record/campaign-store';
import type { Approval, Rejection } from './campaign.schema';
import type { AudienceDeps } from './internal/campaign-audience';
import { countSendable } from './internal/count-sendable';
import { NOT_LAUNCHED } from './internal/draft-campaign';
import { checkLaunch, type TellStatus } from './launch-campaign';
import { findLinkTargets } from '../record/registered-links';
import { changeCampaign } from './internal/save-campaign';

type Deps = Pick<Platform, 'table' | 'clock' | 'ids'> & AudienceDeps;

interface Decision<Body> {
  account: Account;
  schema: CustomFieldSchema;
  campaignId: string;
  actor: Actor;
  /** Reads the body; called after the check that the actor may decide. */
  readBody: () => Body;
  beforeWrite?: TellStatus | undefined;
}

/**
 * Approves the launch of a campaign. It runs the checks of a launch again and stores what was approved, with the
 * current number of recipients: the approval covers only this when the campaign begins.
 *
 * @throws ServiceError Forbidden for an API key and for the launcher; NoSuchResource; InvalidState; the errors of
 *   `checkLaunch`
 *
 * **Source:** rules E4.7.
 */
export async function approveCampaign(deps: Deps, decision: Decision<Approval>): Promise<Campaign> {
  const { actor, readBody } = decision;
  return decide(deps, decision, async (campaign) => {
    const { comment, askedAt } = readBody();
    checkIsAsLookedAt(campaign.launchedAt, askedAt);
    const planned = { ...decision, campaign };
    const found = await checkLaunch(deps, planned);
    const counted = await countSendable(deps, planned, { found });
    const linkTargets = await findLinkTargets(deps.table, planned);
    return {
      status: 'scheduled',
      decision: { status: 'approved', at: isoNow(deps.clock), comment, reason: undefined },
      decidedBy: actor,
      ...planToApprove(campaign, linkTargets),
      approvedRecipients: counted.isComplete
        ? counted.sendable
        : Math.max(counted.sendable, toldOf(campaign)),
      putBack: undefined,
    };
  });
}

/**
 * Returns the recipients of a campaign when it was put back, because its audience can be too large to count for an
 * approval.
 */
const toldOf = ({ putBack }: Campaign): number => (putBack?.reason === 'audience_grew' ? putBack.now : 0);

/**
 * Rejects the launch of a campaign, which becomes a draft again.
 *
 * @throws ServiceError Forbidden for an API key and for the launcher; NoSuchResource; InvalidState; InvalidRequest for a
 *   blank reason
 *
 * **Source:** rules E4.7.
 */
export async function rejectCampaign(deps: Deps, decision: Decision<Rejection>): Promise<Campaign> {
  const { actor, readBody } = decision;
  return decide(deps, decision, async () => {
    const { reason } = readBody();
    checkReason(reason);
    return {
      status: 'draft',
      decision: { status: 'rejected', at: isoNow(deps.clock), reason, comment: undefined },
      decidedBy: actor,
      ...NOT_LAUNCHED,
    };
  });
}

async function decide<Body>(
  deps: Deps,
  { account, campaignId: id, actor, beforeWrite }: Decision<Body>,
  changesOf: (campaign: Campaign) => Promise<Parameters<typeof changeCampaign>[2]>,
): Promise<Campaign> {
  return retryOnConflict(deps.table.waits, async () => {
    const campaign = await findCampaignOrThrow(deps.table, { accountId: account.id, id });
    if (actor.kind === 'apiKey') throw new ServiceError('Forbidden', { cause: 'apiKey' });
    const { status } = campaign;
    if (status !== 'awaitingApproval') throw new ServiceError('InvalidState', { details: { status } });
    if (!mayDecide(campaign, actor)) throw new ServiceError('Forbidden', { cause: 'launcher' });
    const changes = await changesOf(campaign);
    beforeWrite?.({ status }, { status: changes.status, recipients: changes.approvedRecipients });
    return changeCampaign(deps, campaign, changes);
  });
}

/**
 * Returns true when a user may approve or reject a campaign now. Its launcher never may, also when they launched it
 * with an API key of theirs.
 *
 * **Source:** rules E4.7.
 */
export function mayDecide(
  { status, launchedBy }: Pick<Campaign, 'status' | 'launchedBy'>,
  actor: Actor,
): boolean {
  const isLauncher = launchedBy !== undefined && areSame(launchedBy, actor);
  return status === 'awaitingApproval' && actor.kind !== 'apiKey' && !isLauncher;
}
