import {
  boolean,
  type InferOutput,
  literal,
  number,
  object,
  optional,
  picklist,
  record,
  string,
  union,
} from 'valibot';
import { storedDecision, storedPutBack } from '../../approvals/approval';
import { FIELD_REFERENCES, STORED_AUDIENCE, STORED_PARTS } from '../../audience/segments/stored-audience';
import { storedActor } from '../../accounts/actor';
import { storedCharge } from '../../accounts/stored-charge';
import { storedHours } from '../../calendar/sending-hours';
import { DEFAULT_RETENTION_DAYS } from '../../limits';
import { defineItem, type ValueOf } from '../../platform/store/define-item';
import { campaignKey } from '../../platform/store/keys';

/**
 * Statuses of a campaign: `draft`, then possibly `awaitingApproval`, `scheduled` until it begins, `selecting` while its
 * audience is selected, `sending` and `paused`, and one of the three final ones. **Source:** rules E4.
 */
export const CAMPAIGN_STATUSES = [
  'draft',
  'awaitingApproval',
  'scheduled',
  'selecting',
  'sending',
  'paused',
  'completed',
  'cancelled',
  'failed',
] as const;
export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number];

const ENDED: readonly CampaignStatus[] = ['completed', 'cancelled', 'failed'];
export const hasEnded = ({ status }: Pick<Campaign, 'status'>) => ENDED.includes(status);

/**
 * Audience of a campaign: groups, tags and filter as segments store them, a segment, or the failed recipients of
 * another campaign.
 */
const storedAudience = union([
  object({
    kind: literal('people'),
    ...STORED_PARTS,
    fieldReferences: FIELD_REFERENCES,
  }),
  object({ kind: literal('segment'), segmentId: string() }),
  object({ kind: literal('retry'), campaignId: string() }),
]);
export type StoredAudience = InferOutput<typeof storedAudience>;

/** Segment as of the launch; the segment may have been changed or deleted since. */
const storedSegment = object({ audience: STORED_AUDIENCE, fieldReferences: FIELD_REFERENCES });

/** Fields of the plan, its audience apart, that an approval covers. */
const COVERED = {
  from: string(),
  body: optional(string()),
  mediaUrl: optional(string()),
  purpose: picklist(['marketing', 'informational', 'emergency']),
  schedule: optional(union([object({ at: string() }), object({ localTime: string(), timeZone: string() })])),
  sendingHours: optional(storedHours),
  expiresAt: optional(string()),
};
/**
 * Fields of a campaign that clients write, its audience apart. Changes, answers and retries of a campaign follow from
 * these entries. **Source:** rules E4.
 */
const PLAN = { name: string(), ...COVERED };
export type PlanField = keyof typeof PLAN;

/** Number of recipients by outcome in completed jobs. `failed` includes those of `unknown`. */
const storedCounts = object({ sent: number(), failed: number(), skipped: number(), unknown: number() });

/** **Source:** rules E4. */
export const campaignItem = defineItem({
  entity: 'campaign',
  key: ({ accountId, id }: { accountId: string; id: string }) => campaignKey(accountId, id),
  value: object({
    id: string(),
    accountId: string(),
    ...PLAN,
    audience: storedAudience,
    status: picklist(CAMPAIGN_STATUSES),
    /** Status to which a `paused` campaign returns. */
    pausedFrom: optional(picklist(['scheduled', 'selecting', 'sending'])),
    /** Number of writes that change anything but the counts of recipients. */
    version: number(),
    /** Error that kept a `failed` campaign from beginning. */
    errorCode: optional(number()),
    errorMessage: optional(string()),
    launchedBy: optional(storedActor),
    launchedAt: optional(string()),
    /** Note of the launcher to who decides on it. */
    note: optional(string()),
    /** Copy of the segment of the audience, from the launch on. */
    segmentAtLaunch: optional(storedSegment),
    decision: optional(storedDecision),
    decidedBy: optional(storedActor),
    /** Plan that was approved, and the recipients that the approval counted. */
    approvedPlan: optional(object({ ...COVERED, links: record(string(), string()) })),
    approvedAudience: optional(
      object({ audience: storedAudience, segmentAtLaunch: optional(storedSegment) }),
    ),
    approvedRecipients: optional(number()),
    /** Reason why it waits for an approval again. */
    putBack: optional(storedPutBack),
    /** True when the launcher never had the right to launch, or has lost it; the approver is responsible for it then. */
    isLauncherGone: optional(boolean()),
    /**
     * Time from which the audience of a scheduled campaign is selected. Absent until its recipients have been counted,
     * at most a day before its time.
     */
    selectsAt: optional(string()),
    /**
     * Time at which the selection of the audience began; a large one begins while the campaign is still `scheduled`.
     * Contacts that matched at that time are in it.
     */
    startedAt: optional(string()),
    completedAt: optional(string()),
    /** Recipients whom it was charged for; absent until they are known. */
    selected: optional(number()),
    /** Jobs of the campaign, and the number of them that are completed. */
    jobCount: optional(number(), 0),
    jobsDone: optional(number(), 0),
    counts: optional(storedCounts, { sent: 0, failed: 0, skipped: 0, unknown: 0 }),
    skippedBy: optional(record(string(), number()), {}),
    chargePerRecipient: optional(storedCharge),
    baseCharge: optional(storedCharge),
    retentionDays: optional(union([number(), literal('none')]), DEFAULT_RETENTION_DAYS),
    createdAt: string(),
    updatedAt: string(),
  }),
});
export type Campaign = ValueOf<typeof campaignItem>;
export type CampaignAddress = Pick<Campaign, 'accountId' | 'id'>;

const partOf = <Name extends PlanField>(part: Record<Name, unknown>, campaign: Pick<Campaign, PlanField>) =>
  Object.fromEntries(
    Object.keys(part).flatMap((name) => {
      const value = campaign[name as Name];
      return value === undefined ? [] : [[name, value]];
    }),
  ) as Pick<Campaign, Name>;

/** Returns the plan of a campaign, without its audience. */
export const planOf = (campaign: Pick<Campaign, PlanField>) => partOf(PLAN, campaign);

/** Returns the fields of the plan that an approval covers. */
export const coveredPlanOf = (campaign: Pick<Campaign, PlanField>) => partOf(COVERED, campaign);
