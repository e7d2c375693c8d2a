import { isoNow } from '../../../platform/clock';
import type { Platform } from '../../../platform/platform';
import type { Account } from '../../../accounts/account';
import type { Campaign, PlanField, StoredAudience } from '../../record/campaign';
import type { CountedCampaign } from '../present-campaign';

const NOTHING = { sent: 0, failed: 0, skipped: 0, unknown: 0 };

/** Counts of a campaign whose audience was not selected. */
export const NO_COUNTS: CountedCampaign = {
  counts: {
    ...{ selected: 0, pending: 0, sent: 0, failed: 0, skipped: 0 },
    ...{ delivered: 0, undelivered: 0, read: 0, clicked: 0, optedOut: 0 },
  },
  skippedBy: {},
};

/** Builds a new campaign, which is not stored yet. */
export function newDraft(
  deps: Pick<Platform, 'clock' | 'ids'>,
  options: {
    account: Pick<Account, 'id' | 'retentionDays'>;
    plan: Pick<Campaign, PlanField>;
    audience: StoredAudience;
  },
): Campaign {
  const { account, plan, audience } = options;
  const now = isoNow(deps.clock);
  return {
    ...plan,
    id: deps.ids.next('cmp'),
    accountId: account.id,
    audience,
    status: 'draft',
    version: 1,
    jobCount: 0,
    jobsDone: 0,
    counts: NOTHING,
    skippedBy: {},
    retentionDays: account.retentionDays,
    createdAt: now,
    updatedAt: now,
    ...NOT_LAUNCHED,
    ...NOT_DECIDED,
    completedAt: undefined,
    errorCode: undefined,
    selectsAt: undefined,
    startedAt: undefined,
    selected: undefined,
    pausedFrom: undefined,
    chargePerRecipient: undefined,
    baseCharge: undefined,
  };
}

/** Values of the launch attributes in a draft. */
export const NOT_LAUNCHED = {
  launchedBy: undefined,
  launchedAt: undefined,
  segmentAtLaunch: undefined,
  putBack: undefined,
  isLauncherGone: undefined,
} satisfies Partial<Campaign>;

/** Values of the decision attributes before a decision. */
export const NOT_DECIDED = {
  note: undefined,
  decision: undefined,
  decidedBy: undefined,
  approvedPlan: undefined,
  approvedAudience: undefined,
  approvedRecipients: undefined,
} satisfies Partial<Campaign>;
