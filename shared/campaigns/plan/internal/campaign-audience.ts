import type { CustomFieldSchema } from '../../../audience/custom-fields/custom-field-schema';
import type { Audience } from '../../../audience/segments/audience';
import type { Campaigns } from '../../../audience/segments/campaigns';
import {
  type AudienceAccount,
  type ResolvedAudience,
  resolveAudience,
} from '../../../audience/segments/resolve-audience';
import { audienceOfSegment, referencesOf } from '../../../audience/segments/segment';
import { storeAudience } from '../../../audience/segments/stored-audience';
import { invalidRequest } from '../../../errors/service-error';
import type { Platform } from '../../../platform/platform';
import type { Campaign, StoredAudience } from '../../record/campaign';
import { findCampaignOrThrow } from '../../record/campaign-store';
import { asSegment, peopleOf } from '../../record/people-of-campaign';
import type { AudienceInput } from '../campaign.schema';

export type AudienceDeps = Pick<Platform, 'table' | 'clock'> & { campaigns: Campaigns };

/** Audience of a campaign. If it was launched with a segment, this is the segment as of the launch. */
type CampaignAudience = Pick<Campaign, 'audience'> & Partial<Pick<Campaign, 'segmentAtLaunch'>>;

interface AudienceOwner {
  account: AudienceAccount;
  schema: CustomFieldSchema;
}

/**
 * Reads the audience of a request, which must be exactly one of the three kinds, and looks up its fields, groups, tags
 * and campaigns.
 *
 * @throws ServiceError InvalidRequest; the errors of `findAudience`
 *
 * **Source:** rules E4.
 */
export async function readAudience(
  deps: AudienceDeps,
  options: AudienceOwner & { input: AudienceInput },
): Promise<StoredAudience> {
  const { segmentId, retryOf, ...people } = options.input;
  const [other] = Object.keys(people).filter((part) => people[part as keyof Audience] !== undefined);
  if (segmentId !== undefined) {
    if (retryOf !== undefined) refuseBeside('retryOf', 'segmentId');
    if (other !== undefined) refuseBeside(other, 'segmentId');
    return findNamed(deps, { ...options, audience: { kind: 'segment', segmentId } });
  }
  if (retryOf !== undefined) {
    if (other !== undefined) refuseBeside(other, 'retryOf');
    return findNamed(deps, { ...options, audience: { kind: 'retry', campaignId: retryOf } });
  }
  const { condition } = await resolveAudience(deps, {
    ...options,
    audience: people,
    now: deps.clock.now(),
  });
  return { kind: 'people', ...storeAudience(people), fieldReferences: referencesOf(condition) };
}

async function findNamed(
  deps: AudienceDeps,
  options: AudienceOwner & { audience: StoredAudience },
): Promise<StoredAudience> {
  const { audience } = options;
  await findAudience(deps, { ...options, campaign: { audience } });
  return audience;
}

function refuseBeside(part: string, other: string): never {
  throw invalidRequest({ pointer: `/audience/${part}`, reason: `not allowed beside ${other}` });
}

/** Returns the audience as clients write it, with the current labels of custom fields. */
export function presentAudience(audience: StoredAudience, schema: CustomFieldSchema): AudienceInput {
  switch (audience.kind) {
    case 'segment':
      return { segmentId: audience.segmentId };
    case 'retry':
      return { retryOf: audience.campaignId };
    case 'people':
      return audienceOfSegment(asSegment(audience), schema);
  }
}

/** Audience that was looked up, or the campaign whose failed recipients are sent to again. */
export type FoundAudience = { resolved: ResolvedAudience } | { retryOf: Campaign };

/**
 * Looks up the segment, groups, tags and campaigns of an audience as they are now.
 *
 * @throws ServiceError InvalidRequest, GroupNotFound; NoSuchResource for a segment or campaign
 */
export async function findAudience(
  deps: AudienceDeps,
  options: AudienceOwner & { campaign: CampaignAudience },
): Promise<FoundAudience> {
  const { account, schema, campaign } = options;
  const { audience: stored } = campaign;
  switch (stored.kind) {
    case 'retry':
      return {
        retryOf: await findCampaignOrThrow(deps.table, { accountId: account.id, id: stored.campaignId }),
      };
    case 'people':
    case 'segment': {
      const people = await peopleOf(deps.table, { accountId: account.id, campaign, stored });
      const audience = audienceOfSegment(people, schema);
      const now = deps.clock.now();
      return { resolved: await resolveAudience(deps, { account, schema, audience, now }) };
    }
  }
}
