import type { Platform } from '../../platform/platform';
import { commit, type Part } from '../../platform/store/commit';
import { updateExpression } from '../../platform/store/expressions';
import { CONFLICT } from '../../platform/store/retry-on-conflict';
import { type Campaign, campaignItem, type CampaignStatus } from '../record/campaign';
import { callCampaignWorker } from '../record/campaign-wake';

type Deps = Pick<Platform, 'table' | 'clock' | 'ids'>;

/**
 * Stores a new campaign, and calls its worker if it is launched.
 *
 * @param also writes that have to succeed with it
 * @returns the name of the part of `also` that was refused
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
  const writes = [put, ...(call ? [call.write] : [])];
  const result = await commit<Refusal>(deps.table, [...also, ...writes.map((write) => ({ write }))]);
  return result.committed ? undefined : result.refusal;
}

/** What a step changes of a campaign; `undefined` takes an attribute away. */
export type CampaignChanges = Partial<
  Pick<
    Campaign,
    | 'name'
    | 'from'
    | 'body'
    | 'mediaUrl'
    | 'audience'
    | 'purpose'
    | 'schedule'
    | 'sendingHours'
    | 'expiresAt'
    | 'status'
    | 'pausedFrom'
    | 'launchedBy'
    | 'launchedAt'
    | 'approvedBy'
    | 'approvedAt'
    | 'completedAt'
  >
>;

/**
 * Changes a campaign in place of the version that was read, and calls its worker where that has something to do. The
 * counts of its recipients go on beside it.
 *
 * @returns the campaign after the change; CONFLICT when another change came first
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
    { write: update, onFail: 'changed' },
    ...(call ? [{ write: call.write }] : []),
  ]);
  return result.committed ? changed : CONFLICT;
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
