import type { Account } from '../../accounts/account';
import { localDate } from '../../content/date-helpers';
import type { InvalidField } from '../../errors/error-details';
import { invalidRequest, ServiceError } from '../../errors/service-error';
import type { FilterTerm } from '../../platform/store/filter-terms';
import type { AttributePath } from '../../platform/store/projection';
import type { Table } from '../../platform/store/table';
import type { CustomFieldSchema } from '../custom-fields/custom-field-schema';
import { findGroups } from '../groups/group-store';
import { findLiveTags, type LiveTag } from '../groups/live-tags';
import { type Audience, refuseParts } from './audience';
import { readDay } from '../../calendar/calendar-day';
import type { Campaigns, UnusableCampaigns } from './campaigns';
import { type Condition, leavesOf, type Today } from './condition';
import { filterOfCondition } from './internal/condition-filter';
import { comparesTags, groupsIn, hasTag, isMemberOf, withLiveTags } from './internal/membership-fields';
import { readCondition } from './internal/read-condition';

/** Account settings that its audiences depend on. */
export type AudienceAccount = Pick<
  Account,
  'id' | 'timeZone' | 'retentionDays' | 'retainedSince' | 'trackLastTexted'
>;

/** Audience whose fields, groups, tags and campaigns have been looked up. */
export interface ResolvedAudience {
  accountId: string;
  /** A contact must be in one of them; absent: groups do not matter. */
  groups: readonly string[] | undefined;
  /** A contact must have one of them; absent: tags do not matter. */
  tags: readonly LiveTag[] | undefined;
  condition: Condition | undefined;
  excludeGroups: readonly string[];
  excludeCampaigns: readonly string[];
  today: Today;
}

/**
 * Looks up the groups, tags, fields and campaigns of an audience, so that `matchesAudience` needs nothing else. A tag
 * that no group has, or has any more, matches no contact.
 *
 * @param options.account account whose time zone decides what today is
 * @param options.now the moment whose day is today; the same for all parts of one walk
 * @param options.retainedAt when the walk begins or continues, if that is later
 * @param options.pointer JSON pointer of the audience in the request
 * @throws ServiceError InvalidRequest for the filter, GroupNotFound, NoSuchResource for a campaign, InvalidRequest for
 *   a campaign past retention, in this order
 *
 * **Source:** rules E3.
 */
export async function resolveAudience(
  { table, campaigns }: { table: Table; campaigns: Campaigns },
  options: {
    account: AudienceAccount;
    schema: CustomFieldSchema;
    audience: Audience;
    now: Date;
    retainedAt?: Date;
    pointer?: string;
  },
): Promise<ResolvedAudience> {
  const { account, schema, audience, now, pointer = '/audience' } = options;
  const { groups, tags, filter, excludeGroups = [], excludeCampaigns = [] } = audience;
  const { id: accountId, timeZone } = account;
  const refusal = refuseParts(audience, pointer);
  if (refusal) throw invalidRequest(refusal);
  const read = filter && readCondition(filter, { account, schema, pointer: `${pointer}/filter` });

  const groupIds = [...new Set([...(groups ?? []), ...excludeGroups, ...(read ? groupsIn(read) : [])])];
  const needsTags = read !== undefined && comparesTags(read);
  const [found, liveTags, { unknown, forgotten }] = await Promise.all([
    groupIds.length === 0 ? new Map() : findGroups(table, { accountId, groupIds }),
    isGiven(tags) || needsTags
      ? findLiveTags(table, { accountId, tagIds: needsTags ? undefined : tags })
      : [],
    excludeCampaigns.length === 0
      ? NONE_UNUSABLE
      : campaigns.findUnusable(account, { campaignIds: excludeCampaigns, now: options.retainedAt ?? now }),
  ]);
  if (groupIds.some((groupId) => !found.has(groupId))) throw new ServiceError('GroupNotFound');
  if (unknown.length > 0) throw new ServiceError('NoSuchResource', { cause: 'campaign' });
  if (forgotten.length > 0) throw invalidRequest(...forgottenAt(excludeCampaigns, { forgotten, pointer }));
  return {
    accountId,
    groups: isGiven(groups) ? groups : undefined,
    tags: isGiven(tags) ? liveTags.filter(({ tagId }) => tags.includes(tagId)) : undefined,
    condition: read && withLiveTags(read, liveTags),
    excludeGroups,
    excludeCampaigns,
    today: { day: readDay(localDate({ now, timeZone })) ?? 0, timeZone },
  };
}

const NONE_UNUSABLE: UnusableCampaigns = { unknown: [], forgotten: [] };

/** Returns an error for each excluded campaign past retention, because excluding it would leave out no contact. */
function forgottenAt(
  excludeCampaigns: string[],
  { forgotten, pointer }: { forgotten: string[]; pointer: string },
): InvalidField[] {
  return excludeCampaigns.flatMap((campaignId, index) =>
    forgotten.includes(campaignId)
      ? [
          {
            pointer: `${pointer}/excludeCampaigns/${index}`,
            reason: `names ${campaignId}, whose recipients are past retention: whom it reached is not known any more`,
          },
        ]
      : [],
  );
}

/** Returns true when ids are set. An empty list counts as absent. */
const isGiven = (ids: string[] | undefined): ids is string[] => ids !== undefined && ids.length > 0;

/** Returns the attributes that `matchesAudience` reads. */
export const attributesOfAudience = ({ condition }: ResolvedAudience): AttributePath[] => [
  ['memberships'],
  ...(condition ? leavesOf(condition).flatMap(({ field }) => field.attributes) : []),
];

/** Builds the terms that DynamoDB can apply, the most selective first. */
export function filterOfAudience(audience: ResolvedAudience): FilterTerm[] {
  const { groups, tags, excludeGroups, condition, today } = audience;
  const ofCondition = condition && filterOfCondition(condition, today);
  return [
    ...(tags && tags.length > 0 ? [{ any: tags.map(hasTag) }] : []),
    ...(groups ? [{ any: groups.map(isMemberOf) }] : []),
    ...(excludeGroups.length > 0 ? [{ not: { any: excludeGroups.map(isMemberOf) } }] : []),
    ...(ofCondition ? [ofCondition] : []),
  ];
}
