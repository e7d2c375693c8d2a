import type { Actor } from '../../accounts/actor';
import type { Decision } from '../../approvals/approval';
import type { CustomFieldSchema } from '../../audience/custom-fields/custom-field-schema';
import { type Campaign, planOf } from '../record/campaign';
import type { WaitingFor } from '../../senders/find-wait';
import { presentAudience } from './internal/campaign-audience';

interface CampaignCounts {
  selected: number;
  pending: number;
  sent: number;
  failed: number;
  skipped: number;
  delivered: number;
  undelivered: number;
  read: number;
  clicked: number;
  optedOut: number;
}

export interface CountedCampaign {
  counts: CampaignCounts;
  skippedBy: Record<string, number>;
  /** Reason for which recipients wait besides their time and turn. */
  waitingFor?: WaitingFor;
}

/** Builds the API form of a campaign. **Source:** rules E4, E4.8. */
export function presentCampaign(
  campaign: Campaign,
  { schema, counted }: { schema: CustomFieldSchema; counted: CountedCampaign },
) {
  const { id, status, launchedAt, startedAt, completedAt, createdAt, updatedAt } = campaign;
  const { errorCode, errorMessage, decision, decidedBy, putBack } = campaign;
  return {
    id,
    status,
    ...planOf(campaign),
    audience: presentAudience(campaign.audience, schema),
    counts: counted.counts,
    skippedBy: counted.skippedBy,
    ...(counted.waitingFor && { waitingFor: counted.waitingFor }),
    ...(errorCode !== undefined && { errorCode }),
    ...(errorMessage !== undefined && { errorMessage }),
    createdAt,
    updatedAt,
    ...(launchedAt !== undefined && { launchedAt }),
    ...(decision && decidedBy && { approval: presentApproval(decision, decidedBy) }),
    ...(putBack && { details: putBack }),
    ...(startedAt !== undefined && { startedAt: startedAt }),
    ...(completedAt !== undefined && { completedAt }),
  };
}

function presentApproval({ status, at, comment, reason }: Decision, { kind, id }: Actor) {
  return {
    status,
    by: { kind, id },
    at,
    ...(comment !== undefined && { comment }),
    ...(reason !== undefined && { reason }),
  };
}
