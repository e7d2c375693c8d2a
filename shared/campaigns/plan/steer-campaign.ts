import { ServiceError } from '../../errors/service-error';
import { isoNow } from '../../platform/clock';
import type { Platform } from '../../platform/platform';
import { retryOnConflict } from '../../platform/store/retry-on-conflict';
import type { Campaign, CampaignAddress } from '../record/campaign';
import { findCampaignOrThrow } from '../record/campaign-store';
import { awaitHandOvers } from '../../sending/jobs/results/await-hand-overs';
import { findRun } from '../run/run-item';
import { changeCampaign, type CampaignChanges } from './internal/save-campaign';

type Deps = Pick<Platform, 'table' | 'clock' | 'ids'>;

export const STEPS = ['pause', 'resume', 'cancel'] as const;
export type Step = (typeof STEPS)[number];

/**
 * Pauses, resumes or cancels a campaign. A repeated step changes nothing. A pause and a cancellation wait while more
 * send batches are in flight than may be sent after the answer.
 *
 * @throws ServiceError NoSuchResource, InvalidState
 *
 * **Source:** rules E4.
 */
export async function steerCampaign(deps: Deps, step: CampaignAddress & { step: Step }): Promise<Campaign> {
  const campaign = await takeStep(deps, step);
  if (campaign.jobCount === 0 || campaign.completedAt !== undefined || step.step === 'resume')
    return campaign;
  const { jobs = [], startedJobs = 0 } = (await findRun(deps.table, campaign.id)) ?? {};
  await awaitHandOvers(
    deps,
    jobs.slice(0, startedJobs).map(({ jobId }) => jobId),
  );
  return campaign;
}

async function takeStep(
  deps: Deps,
  { step, ...address }: CampaignAddress & { step: Step },
): Promise<Campaign> {
  return retryOnConflict(deps.table.waits, async () => {
    const campaign = await findCampaignOrThrow(deps.table, address);
    const changes = decideStep(step, campaign, isoNow(deps.clock));
    switch (changes) {
      case 'done':
        return campaign;
      case 'refused':
        throw new ServiceError('InvalidState', { details: { status: campaign.status } });
      default:
        return changeCampaign(deps, campaign, changes);
    }
  });
}

function decideStep(step: Step, campaign: Campaign, now: string): CampaignChanges | 'done' | 'refused' {
  switch (step) {
    case 'pause':
      return decidePause(campaign);
    case 'resume':
      return decideResume(campaign);
    case 'cancel':
      return decideCancel(campaign, now);
  }
}

function decidePause({ status }: Campaign): CampaignChanges | 'done' | 'refused' {
  switch (status) {
    case 'scheduled':
    case 'selecting':
    case 'sending':
      return { status: 'paused', pausedFrom: status };
    case 'paused':
      return 'done';
    case 'draft':
    case 'awaitingApproval':
    case 'completed':
    case 'cancelled':
    case 'failed':
      return 'refused';
  }
}

function decideResume({ status, pausedFrom }: Campaign): CampaignChanges | 'done' | 'refused' {
  switch (status) {
    case 'paused':
      return { status: pausedFrom ?? 'scheduled', pausedFrom: undefined };
    case 'scheduled':
    case 'selecting':
    case 'sending':
      return 'done';
    case 'draft':
    case 'awaitingApproval':
    case 'completed':
    case 'cancelled':
    case 'failed':
      return 'refused';
  }
}

/** Decides a cancellation. A launched campaign is completed by its worker, after it has skipped unsent recipients. */
function decideCancel({ status }: Campaign, now: string): CampaignChanges | 'done' | 'refused' {
  switch (status) {
    case 'draft':
      return { status: 'cancelled', completedAt: now };
    case 'awaitingApproval':
    case 'scheduled':
    case 'selecting':
    case 'sending':
    case 'paused':
      return { status: 'cancelled' };
    case 'cancelled':
      return 'done';
    case 'completed':
    case 'failed':
      return 'refused';
  }
}
