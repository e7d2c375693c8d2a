import {
  array,
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
import { FIELD_REFERENCES, STORED_PARTS } from '../../audience/segments/stored-audience';
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
    from: string(),
    body: optional(string()),
    mediaUrl: optional(string()),
    audience: storedAudience,
    purpose: picklist(['marketing', 'informational', 'emergency']),
    schedule: optional(
      union([object({ at: string() }), object({ localTime: string(), timeZone: string() })]),
    ),
    sendingHours: optional(
      object({ from: string(), to: string(), days: optional(array(picklist(WEEKDAYS))) }),
    ),
    expiresAt: optional(string()),
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
    approvedBy: optional(storedActor),
    approvedAt: optional(string()),
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
