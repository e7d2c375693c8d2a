import {
  array,
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
import { DEFAULT_RETENTION_DAYS } from '../../limits';
import { defineItem, type ValueOf } from '../../platform/store/define-item';
import { campaignKey } from '../../platform/store/keys';
import { WEEKDAYS } from '../timing/sending-hours';

/**
 * `draft`, then perhaps `awaitingApproval`, `scheduled` until it begins, `selecting` while its audience is taken, `sending`
 * and `paused`, and one of the three ends. **Source:** rules E4.
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

/** The people that it is for: as segments keep them, a segment, or those whom another campaign failed to reach. */
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

/** A segment as it was at the launch: it may be changed and deleted since. */
const storedSegment = object({ audience: STORED_AUDIENCE, fieldReferences: FIELD_REFERENCES });

/** What a campaign does when. */
const TIMES = {
  schedule: optional(union([object({ at: string() }), object({ localTime: string(), timeZone: string() })])),
  sendingHours: optional(object({ from: string(), to: string(), days: optional(array(picklist(WEEKDAYS))) })),
  expiresAt: optional(string()),
};
/** What a campaign sends. */
const TEXT = {
  from: string(),
  body: optional(string()),
  mediaUrl: optional(string()),
  purpose: picklist(['marketing', 'informational', 'emergency']),
};

/** How many recipients ended in each way, of the jobs that are done. Those of `unknown` are among those of `failed`. */
const storedCounts = object({ sent: number(), failed: number(), skipped: number(), unknown: number() });

/** **Source:** rules E4. */
export const campaignItem = defineItem({
  entity: 'campaign',
  key: ({ accountId, id }: { accountId: string; id: string }) => campaignKey(accountId, id),
  value: object({
    id: string(),
    accountId: string(),
    name: string(),
    ...TEXT,
    audience: storedAudience,
    ...TIMES,
    status: picklist(CAMPAIGN_STATUSES),
    /** Where a `paused` one goes on. */
    pausedFrom: optional(picklist(['scheduled', 'selecting', 'sending'])),
    /** Counts the writes that change what is decided by: every one but the counts of recipients. */
    version: number(),
    /** Why a `failed` one could not begin. */
    errorCode: optional(number()),
    errorMessage: optional(string()),
    launchedBy: optional(storedActor),
    launchedAt: optional(string()),
    /** Of an audience that is a segment, from the launch on. */
    segmentAtLaunch: optional(storedSegment),
    decision: optional(storedDecision),
    decidedBy: optional(storedActor),
    /** What an approval was given to, with the recipients that it counted. */
    approvedPlan: optional(object({ ...TEXT, ...TIMES, links: record(string(), string()) })),
    approvedAudience: optional(
      object({ audience: storedAudience, segmentAtLaunch: optional(storedSegment) }),
    ),
    approvedRecipients: optional(number()),
    /** Why it waits for an approval again. */
    putBack: optional(storedPutBack),
    /** Who launched it has lost the right: who approves it answers for it. */
    isLauncherGone: optional(boolean()),
    /** When its audience began to be taken: who matched then is in it. */
    beganAt: optional(string()),
    completedAt: optional(string()),
    /** Recipients whom it was charged for. Absent until they are known. */
    selected: optional(number()),
    /** Jobs that carry it, and how many of them are done. */
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
