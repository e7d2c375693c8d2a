import type { Account } from '../../accounts/account';
import type { CustomFieldSchema } from '../../audience/custom-fields/custom-field-schema';
import { ServiceError } from '../../errors/service-error';
import { isoNow } from '../../platform/clock';
import type { Platform } from '../../platform/platform';
import { retryOnConflict } from '../../platform/store/retry-on-conflict';
import { type Actor, areSame } from '../../accounts/actor';
import type { Campaign } from '../record/campaign';
import { findCampaignOrThrow } from '../record/campaign-store';
import type { AudienceDeps } from './campaign-audience';
import { NOT_LAUNCHED } from './draft-campaign';
import { checkLaunch } from './launch-campaign';
import { changeCampaign } from './save-campaign';

type Deps = Pick<Platform, 'table' | 'clock' | 'ids'> & AudienceDeps;

interface Decision {
  account: Account;
  schema: CustomFieldSchema;
  campaignId: string;
  actor: Actor;
}

/**
 * Approves the launch of a campaign, which passes the checks of a launch again. Of an approved campaign it changes
 * nothing.
 *
 * @throws ServiceError Forbidden for an API key, and for who launched it; NoSuchResource; InvalidState; as `checkLaunch` says
 *
 * **Source:** rules E4.7.
 */
export async function approveCampaign(deps: Deps, decision: Decision): Promise<Campaign> {
  const { actor } = decision;
  return decide(deps, decision, async (campaign) => {
    await checkLaunch(deps, { ...decision, campaign });
    return { status: 'scheduled' as const, approvedBy: actor, approvedAt: isoNow(deps.clock) };
  });
}

/**
 * Refuses the launch of a campaign: it is a draft again.
 *
 * @throws ServiceError Forbidden for an API key, and for who launched it; NoSuchResource; InvalidState
 *
 * **Source:** rules E4.7.
 */
export async function rejectCampaign(deps: Deps, decision: Decision): Promise<Campaign> {
  return decide(deps, decision, () => Promise.resolve({ status: 'draft' as const, ...NOT_LAUNCHED }));
}

async function decide(
  deps: Deps,
  { account, campaignId: id, actor }: Decision,
  changesOf: (campaign: Campaign) => Promise<Parameters<typeof changeCampaign>[2]>,
): Promise<Campaign> {
  return retryOnConflict(deps.table.waits, async () => {
    const campaign = await findCampaignOrThrow(deps.table, { accountId: account.id, id });
    if (actor.kind === 'apiKey') throw new ServiceError('Forbidden', { cause: 'apiKey' });
    const { status } = campaign;
    if (status !== 'awaitingApproval') throw new ServiceError('InvalidState', { details: { status } });
    if (!mayDecide(campaign, actor)) throw new ServiceError('Forbidden', { cause: 'launcher' });
    return changeCampaign(deps, campaign, await changesOf(campaign));
  });
}

/**
 * Returns true when a user may approve or reject a campaign now: never the one who launched it, also by an API key.
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
