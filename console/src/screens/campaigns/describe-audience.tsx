import SpaceBetween from '@cloudscape-design/components/space-between';
import { useCampaignChoice, useGroups, useSegments } from '../../api/account-lists';
import type { CampaignAudience } from '../../api/schemas';
import { RouteLink } from '../../app/route-link';
import { useAccount } from '../../app/session';

/** Who a campaign goes to, in words. */
export function DescribeAudience({ audience }: { audience: CampaignAudience }) {
  const { path } = useAccount();
  const groups = useGroups().data ?? [];
  const segments = useSegments().data ?? [];
  const campaigns = useCampaignChoice().data ?? [];
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
  const parts = [
    audience.groups && `Members of ${audience.groups.map(nameIn(groups)).join(', ')}`,
    audience.tags && `With tag ${audience.tags.map(tagName).join(', ')}`,
    audience.filter && 'Whose fields match a filter',
    audience.excludeGroups && `Not members of ${audience.excludeGroups.map(nameIn(groups)).join(', ')}`,
    audience.excludeCampaigns && `Not sent ${audience.excludeCampaigns.map(nameIn(campaigns)).join(', ')}`,
  ].filter((part) => part !== undefined);
  return (
    <SpaceBetween size="xxs">
      {parts.length === 0
        ? 'Everyone in the contact book'
        : parts.map((part) => <div key={part}>{part}</div>)}
    </SpaceBetween>
  );
}
