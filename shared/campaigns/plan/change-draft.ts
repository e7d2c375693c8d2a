import type { Account } from '../../accounts/account';
import type { CustomFieldSchema } from '../../audience/custom-fields/custom-field-schema';
import { mergeHours } from '../../calendar/merge-hours';
import { ServiceError } from '../../errors/service-error';
import { patchAudience } from '../../audience/segments/audience';
import { patchText } from '../../text/patch-text';
import type { Platform } from '../../platform/platform';
import { CONFLICT, retryOnConflict } from '../../platform/store/retry-on-conflict';
import {
  type Campaign,
  type CampaignAddress,
  campaignItem,
  hasEnded,
  type PlanField,
  planOf,
} from '../record/campaign';
import { findCampaignOrThrow } from '../record/campaign-store';
import type { AudienceInput, CampaignPatch, PlanInput, ScheduleInput } from './campaign.schema';
import { type AudienceDeps, presentAudience, readAudience } from './internal/campaign-audience';
import { checkPlan } from './internal/check-plan';
import { newDraft, NOT_LAUNCHED } from './internal/draft-campaign';
import { changeCampaign, insertCampaign } from './internal/save-campaign';
import { MAX_CAMPAIGN_NAME_CHARACTERS } from '../../limits';

type Deps = Pick<Platform, 'table' | 'clock' | 'ids'> & AudienceDeps;

interface Owner {
  account: Account;
  schema: CustomFieldSchema;
}

/**
 * Changes a draft by a JSON Merge Patch. This discards a decision on the former version.
 *
 * @throws ServiceError NoSuchResource, InvalidState; the errors of `checkPlan`, `readAudience` and `findAudience`
 *
 * **Source:** rules E4, E4.7; RFC 7396.
 */
export async function updateDraft(
  deps: Deps,
  options: Owner & { campaignId: string; patch: CampaignPatch },
): Promise<Campaign> {
  const { account, schema, campaignId: id, patch } = options;
  return retryOnConflict(deps.table.waits, async () => {
    const campaign = await findDraft(deps, { accountId: account.id, id });
    if (Object.keys(patch).length === 0) return campaign;
    const before = presentAudience(campaign.audience, schema);
    const merged = mergePlan({ ...planOf(campaign), audience: before }, patch);
    const plan = checkPlan(merged);
    if (patch.audience === undefined) return changeCampaign(deps, campaign, { ...plan, ...NOT_LAUNCHED });
    const audience = await readAudience(deps, { account, schema, input: merged.audience });
    return changeCampaign(deps, campaign, { ...plan, audience, ...NOT_LAUNCHED });
  });
}

/** @throws ServiceError NoSuchResource, InvalidState. **Source:** rules E4. */
export async function deleteDraft(deps: Pick<Deps, 'table'>, address: CampaignAddress): Promise<void> {
  await retryOnConflict(deps.table.waits, async () => {
    const { version } = await findDraft(deps, address);
    const result = await deps.table.delete({
      Key: campaignItem.key(address),
      ConditionExpression: '#version = :read',
      ExpressionAttributeNames: { '#version': 'version' },
      ExpressionAttributeValues: { ':read': version },
    });
    return result.written ? undefined : CONFLICT;
  });
}

async function findDraft({ table }: Pick<Deps, 'table'>, address: CampaignAddress): Promise<Campaign> {
  const campaign = await findCampaignOrThrow(table, address);
  const { status } = campaign;
  if (status !== 'draft') throw new ServiceError('InvalidState', { details: { status } });
  return campaign;
}

/**
 * Creates a draft for the recipients whom a campaign failed to reach.
 *
 * @throws ServiceError NoSuchResource; InvalidState while it has not ended
 *
 * **Source:** rules E4.
 */
export async function retryCampaign(
  deps: Deps,
  { account, campaignId: id }: Pick<Owner, 'account'> & { campaignId: string },
): Promise<Campaign> {
  const campaign = await findCampaignOrThrow(deps.table, { accountId: account.id, id });
  const { status, name } = campaign;
  if (!hasEnded(campaign)) throw new ServiceError('InvalidState', { details: { status } });
  const draft = newDraft(deps, {
    account,
    plan: {
      ...planOf(campaign),
      name: [...name].slice(0, MAX_CAMPAIGN_NAME_CHARACTERS - RETRY_SUFFIX.length).join('') + RETRY_SUFFIX,
      // The times of the former campaign have passed.
      ...{ schedule: undefined, expiresAt: undefined },
    },
    audience: { kind: 'retry', campaignId: id },
  });
  await insertCampaign(deps, draft, []);
  return draft;
}

const RETRY_SUFFIX = ' (retry)';

function mergePlan(
  before: Pick<Campaign, PlanField> & { audience: AudienceInput },
  patch: CampaignPatch,
): Required<PlanInput> {
  const { body, mediaUrl, expiresAt, schedule, sendingHours } = patch;
  return {
    name: patch.name ?? before.name,
    from: patch.from ?? before.from,
    purpose: patch.purpose ?? before.purpose,
    body: patchText(before.body, body),
    mediaUrl: patchText(before.mediaUrl, mediaUrl),
    expiresAt: patchText(before.expiresAt, expiresAt),
    schedule: mergeSchedule(before.schedule, schedule),
    sendingHours: mergeHours(before.sendingHours, sendingHours, '/sendingHours'),
    audience: patch.audience ? mergeAudience(before.audience, patch.audience) : before.audience,
  };
}

/** Merges a schedule. If the patch has the other form of a schedule, it replaces the former one. */
function mergeSchedule(
  before: ScheduleInput | undefined,
  patch: CampaignPatch['schedule'],
): ScheduleInput | undefined {
  if (!before || !patch) return mergeObject(before, patch);
  const isAt = isGiven(patch.at);
  const isLocal = isGiven(patch.localTime) || isGiven(patch.timeZone);
  const isOtherForm = before.at === undefined ? isAt : isLocal;
  return mergeObject(isOtherForm ? undefined : before, patch);
}

/** Merges an audience. If the patch has another kind of audience, it replaces the former one. */
function mergeAudience(before: AudienceInput, patch: NonNullable<CampaignPatch['audience']>): AudienceInput {
  const kindOf = (audience: typeof patch) => {
    const given = Object.entries(audience).filter(([, value]) => isGiven(value));
    const [name] = given[0] ?? [];
    return name === 'segmentId' || name === 'retryOf' ? name : name && 'people';
  };
  const kindOfPatch = kindOf(patch);
  return patchAudience(kindOfPatch === undefined || kindOfPatch === kindOf(before) ? before : {}, patch);
}

/** Merges an object by RFC 7396, one level deep; the empty string clears as `null` does. */
function mergeObject<Value extends object>(
  before: Value | undefined,
  patch: { [Part in keyof Value]?: Value[Part] | null } | null | undefined,
): Value | undefined {
  if (patch === undefined) return before;
  if (patch === null) return undefined;
  const parts = Object.entries({ ...before, ...patch }).filter(([, part]) => isGiven(part));
  return Object.fromEntries(parts) as Value;
}

function isGiven(part: unknown): boolean {
  return part !== undefined && part !== null && part !== '';
}
