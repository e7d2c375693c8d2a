import SpaceBetween from '@cloudscape-design/components/space-between';
import { useCampaignChoice, useCustomFields, useGroups, useSegments } from '../../api/account-lists';
import type { CampaignAudience } from '../../api/schemas';
import { RouteLink } from '../../app/route-link';
import { useAccount } from '../../app/session';
import { describeCondition } from '../../audience/describe-condition';
import { filterFieldsOf } from '../../audience/filter-fields';

/** Description of a campaign's audience. */
export function DescribeAudience({ audience }: { audience: CampaignAudience }) {
  const { path } = useAccount();
  const { data: known } = useGroups();
  const groups = known ?? [];
  const segments = useSegments().data ?? [];
  const campaigns = useCampaignChoice().data ?? [];
  const customFields = useCustomFields().data ?? [];
  const nameIn = (list: { id: string; name: string }[]) => (id: string) =>
    list.find((item) => item.id === id)?.name ?? id;
  const tagName = (id: string) => groups.flatMap(({ tags }) => tags).find((tag) => tag.id === id)?.name ?? id;

  const { segmentId, retryOf } = audience;
  if (segmentId !== undefined) {
    return (
      <>
        Segment <RouteLink to={path(`segments/${segmentId}`)}>{nameIn(segments)(segmentId)}</RouteLink>
      </>
    );
  }
  if (retryOf !== undefined) {
    return (
      <>
        Those who failed in{' '}
        <RouteLink to={path(`campaigns/${retryOf}`)}>{nameIn(campaigns)(retryOf)}</RouteLink>
      </>
    );
  }
  const names = (ids: readonly string[] | undefined, nameOf: (id: string) => string) =>
    ids === undefined || ids.length === 0 ? undefined : ids.map(nameOf).join(', ');
  const line = (text: string, list: string | undefined) =>
    list === undefined ? undefined : `${text} ${list}`;
  const { everyone, groups: groupIds, tags, filter } = audience;
  const parts = [
    everyone || (!groupIds && !tags && !filter) ? 'Everyone in the contact book' : undefined,
    line('Members of', names(groupIds, nameIn(groups))),
    line('With tag', names(tags, tagName)),
    filter && describeCondition(filter, filterFieldsOf(customFields, known)),
    line('Not members of', names(audience.excludeGroups, nameIn(groups))),
    line('Not sent', names(audience.excludeCampaigns, nameIn(campaigns))),
  ].filter((part) => part !== undefined);
  return (
    <SpaceBetween size="xxs">
      {parts.map((part) => (
        <div key={part}>{part}</div>
      ))}
    </SpaceBetween>
  );
}
