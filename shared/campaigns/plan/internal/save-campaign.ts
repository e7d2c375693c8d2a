import { tellOfApproval } from '../../../approvals/tell-of-approval';
import { takeSegmentIntoUse } from '../../../audience/segments/segment-store';
import { ServiceError } from '../../../errors/service-error';
import type { Platform } from '../../../platform/platform';
import { commit, type Part, required } from '../../../platform/store/commit';
import { updateExpression } from '../../../platform/store/expressions';
import { CONFLICT } from '../../../platform/store/retry-on-conflict';
import {
  type Campaign,
  campaignItem,
  type CampaignStatus,
  type PlanField,
  type StoredAudience,
} from '../../record/campaign';
import { callCampaignWorker } from '../../record/campaign-wake';

type Deps = Pick<Platform, 'table' | 'clock' | 'ids'>;

/**
 * Stores a new campaign, and calls its worker if it is launched.
 *
 * @param also writes that must commit together with it
 * @returns the name of the part of `also` that was refused
 * @throws ServiceError NoSuchResource when its segment has been deleted concurrently
 */
export async function insertCampaign<Refusal extends string>(
  deps: Deps,
  campaign: Campaign,
  also: ReadonlyArray<Part<Refusal>>,
): Promise<Refusal | undefined> {
  const call = workerCall(deps, campaign);
  const put = {
    Put: {
      Item: { ...campaignItem.item(campaign, campaign), ...call?.set },
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  };
  const told = tellOfApproval(deps.ids, { after: campaign, now: deps.clock.now() });
  const writes = [put, ...(call ? [call.write] : []), ...told];
  const result = await commit<Refusal | 'segmentDeleted'>(deps.table, [
    ...also,
    ...segmentOf(campaign),
    ...required(writes),
  ]);
  if (result.committed) return undefined;
  if (result.refusal === 'segmentDeleted') throw new ServiceError('NoSuchResource', { cause: 'segment' });
  return result.refusal;
}

/**
 * Returns the write of the segment that is stored together with a draft: when the segment is being deleted, one of the
 * two is refused.
 */
function segmentOf(campaign: {
  accountId: string;
  audience?: StoredAudience | undefined;
  segmentAtLaunch?: object | undefined;
}): Array<Part<'segmentDeleted'>> {
  const { accountId, audience, segmentAtLaunch } = campaign;
  if (audience?.kind !== 'segment' || segmentAtLaunch) return [];
  const write = takeSegmentIntoUse({ accountId, id: audience.segmentId });
  return [{ write, onFail: 'segmentDeleted' }];
}

/** Attributes that a step changes; `undefined` removes an attribute. */
export type CampaignChanges = Partial<
  Pick<
    Campaign,
    | PlanField
    | 'audience'
    | 'status'
    | 'pausedFrom'
    | 'launchedBy'
    | 'launchedAt'
    | 'note'
    | 'segmentAtLaunch'
    | 'decision'
    | 'decidedBy'
    | 'approvedPlan'
    | 'approvedAudience'
    | 'approvedRecipients'
    | 'putBack'
    | 'isLauncherGone'
    | 'completedAt'
  >
>;

/**
 * Changes a campaign, conditional on the version that was read, and calls its worker if the worker has something to do.
 * The counts of its recipients are not part of the version.
 *
 * @returns the campaign after the change; CONFLICT when another change came first
 * @throws ServiceError NoSuchResource when a new segment has been deleted concurrently
 */
export async function changeCampaign(
  deps: Deps,
  campaign: Campaign,
  changes: CampaignChanges,
): Promise<Campaign | typeof CONFLICT> {
  const changed: Campaign = {
    ...campaign,
    ...changes,
    version: campaign.version + 1,
    updatedAt: deps.clock.now().toISOString(),
  };
  const call = workerCall(deps, changed);
  const { version, updatedAt } = changed;
  const update = {
    Update: {
      Key: campaignItem.key(campaign),
      ...updateExpression(
        {
          set: { ...changes, version, updatedAt, ...call?.set },
          remove: Object.entries(changes).flatMap(([name, value]) => (value === undefined ? [name] : [])),
        },
        { values: { ':read': campaign.version } },
      ),
      ConditionExpression: '#version = :read',
    },
  };
  const result = await commit(deps.table, [
    { write: update, onFail: 'changed' as const },
    ...segmentOf({ accountId: campaign.accountId, audience: changes.audience }),
    ...(call ? [{ write: call.write }] : []),
    ...required(tellOfApproval(deps.ids, { before: campaign, after: changed, now: deps.clock.now() })),
  ]);
  if (result.committed) return changed;
  switch (result.refusal) {
    case 'changed':
      return CONFLICT;
    case 'segmentDeleted':
      throw new ServiceError('NoSuchResource', { cause: 'segment' });
  }
}

function workerCall(deps: Deps, campaign: Campaign) {
  if (!needsWorker(campaign)) return undefined;
  const { accountId, id } = campaign;
  return callCampaignWorker(deps.ids, { accountId, id, now: deps.clock.now() });
}

function needsWorker({ status, launchedAt }: { status: CampaignStatus } & Pick<Campaign, 'launchedAt'>) {
  switch (status) {
    case 'scheduled':
    case 'selecting':
    case 'sending':
    case 'paused':
      return true;
    case 'cancelled':
      return launchedAt !== undefined;
    case 'draft':
    case 'awaitingApproval':
    case 'completed':
    case 'failed':
      return false;
  }
}
