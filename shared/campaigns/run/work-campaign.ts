import { type Account, readAccount } from '../../accounts/account';
import { ServiceError } from '../../errors/service-error';
import { epochMs } from '../../platform/clock';
import type { CampaignDeps } from './internal/campaign-deps';
import { commit, required } from '../../platform/store/commit';
import { updateExpression } from '../../platform/store/expressions';
import { accountKey } from '../../platform/store/keys';
import { type Campaign, campaignItem } from '../record/campaign';
import { callCampaignWorker } from '../record/campaign-wake';
import { sendsFrom } from '../record/campaign-timing';
import { awaitApproval, findMissingApproval } from './internal/await-approval';
import { beginSending } from './internal/begin-sending';
import { readCampaignSender } from './campaign-sender';
import { cancelJobs } from './internal/cancel-jobs';
import { endUnsent } from './internal/end-unsent';
import { findSelectionTime } from './internal/find-selection-time';
import {
  releaseLease,
  type SelectionEnd,
  selectRecipients,
  acquireLease,
} from './internal/select-recipients';
import { removeDue, startJobs } from './internal/start-jobs';
import { waitUntil } from './internal/wait-until';

interface CampaignTaskOptions {
  accountId: string;
  campaignId: string;
  /** Time until the worker is stopped, milliseconds. */
  remainingMs: () => number;
}

interface Selection extends CampaignTaskOptions {
  campaign: Campaign;
  account: Account;
}

/**
 * Takes the next step of a campaign, as its item says. Idempotent: a call may come twice, in parallel, or when there is
 * nothing to do.
 *
 * **Source:** rules E4.
 */
export async function workCampaign(deps: CampaignDeps, task: CampaignTaskOptions): Promise<void> {
  const { accountId, campaignId: id } = task;
  const [item, accountItem] = await deps.table.batchGet([
    campaignItem.key({ accountId, id }),
    accountKey(accountId),
  ]);
  if (!item || !accountItem) return;
  const campaign = campaignItem.read(item);
  const account = readAccount(accountItem);
  switch (campaign.status) {
    case 'scheduled':
      return beginWhenDue(deps, { ...task, campaign, account });
    case 'selecting':
      return takeAudience(deps, { ...task, campaign, account });
    case 'sending':
      return startJobs(deps, campaign);
    case 'cancelled':
      return cancelJobs(deps, campaign);
    case 'draft':
    case 'awaitingApproval':
    case 'paused':
    case 'completed':
    case 'failed':
      return removeDue(deps, campaign);
  }
}

/**
 * Begins the campaign when its schedule is due for the first recipients, whatever their zone. A large audience is
 * selected ahead of that, while the campaign stays `scheduled`. **Source:** rules E4.1.
 */
async function beginWhenDue(deps: CampaignDeps, options: Selection): Promise<void> {
  const { campaign, account } = options;
  const nowMs = epochMs(deps.clock);
  if (sendsFrom(campaign, { account, nowMs }) <= nowMs) return begin(deps, options, 'selecting');
  if (campaign.startedAt !== undefined) return takeAudience(deps, options);
  const selectsAtMs = await findSelectionTime(deps, options);
  if (selectsAtMs > epochMs(deps.clock)) return waitUntil(deps, campaign, selectsAtMs);
  return begin(deps, options, 'scheduled');
}

/** Stores that the selection begins, and calls the worker for it. A selection that has begun ahead goes on. */
async function begin(
  deps: CampaignDeps,
  { campaign, account }: Selection,
  status: 'scheduled' | 'selecting',
): Promise<void> {
  const now = deps.clock.now();
  const at = now.toISOString();
  const call = callCampaignWorker(deps.ids, { ...campaign, now });
  const first = campaign.startedAt === undefined && { startedAt: at, retentionDays: account.retentionDays };
  const set = { ...call.set, status, updatedAt: at, ...first };
  await commit(deps.table, [
    {
      write: {
        Update: {
          Key: campaignItem.key(campaign),
          ...updateExpression(
            { set: { ...set, version: campaign.version + 1 } },
            { values: { ':read': campaign.version } },
          ),
          ConditionExpression: '#version = :read',
        },
      },
      onFail: 'moved',
    },
    ...required([call.write]),
  ]);
}

/**
 * Selects the audience, or a part of it, and starts to send. When it was selected ahead, the worker ends and is called
 * again when the campaign is due. **Source:** rules E4.1.
 */
async function takeAudience(deps: CampaignDeps, options: Selection): Promise<void> {
  const { campaign, account } = options;
  // 1. Take the lease, so that one worker at a time selects.
  const run = await acquireLease(deps, campaign);
  if (!run) return;
  const sender = await readCampaignSender(deps.table, campaign);
  // 2. Select the recipients.
  const selection = await selectOrRefuse(deps, { ...options, sender, run });
  switch (selection.kind) {
    case 'stopped':
      return;
    case 'outOfTime':
      await releaseLease(deps, run);
      return waitUntil(deps, campaign, epochMs(deps.clock));
    case 'cannot':
      return endUnsent(deps, campaign, { status: 'failed', ...describeFailure(selection.error) });
    case 'walked': {
      // 3. Check that an approval covers the campaign, if it needs one.
      const details = await findMissingApproval(deps, { campaign, account, run: selection.run });
      if (details) return awaitApproval(deps, { campaign, run: selection.run, details });
      if (campaign.status === 'scheduled') {
        await releaseLease(deps, run);
        const dueAtMs = sendsFrom(campaign, { account, nowMs: epochMs(deps.clock) });
        if (dueAtMs > epochMs(deps.clock)) return waitUntil(deps, campaign, dueAtMs);
        return workCampaign(deps, options);
      }
      // 4. Charge it and start sending.
      const beginning = await beginSending(deps, { campaign, account, sender, run: selection.run });
      if (beginning === 'begun') return;
      await releaseLease(deps, run);
      if (beginning === 'moved') return;
      return endUnsent(deps, campaign, {
        status: 'failed',
        ...describeFailure(beginning.cannot),
      });
    }
  }
}

/** Returns the error attributes of a campaign that could not begin. */
const describeFailure = ({ code, message }: ServiceError) => ({ errorCode: code, errorMessage: message });

/** Selects recipients, or returns the error: resources of the audience may have been deleted since the launch. */
async function selectOrRefuse(
  deps: CampaignDeps,
  options: Parameters<typeof selectRecipients>[1],
): Promise<SelectionEnd | { kind: 'cannot'; error: ServiceError }> {
  try {
    return await selectRecipients(deps, options);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return { kind: 'cannot', error };
  }
}
