import type { PhoneText } from '../api/schemas';
import { RouteLink } from '../app/route-link';
import { useAccount } from '../app/session';
import { automationOf } from './automation-of';

/** Link to the campaign, automation, broadcast or batch that a text belongs to. */
export function PartOf({
  text: { campaignId, campaignName, jobId, jobKind },
  none,
}: {
  text: Omit<PhoneText, 'message'>;
  /** Words for a text that belongs to none. */
  none: string;
}) {
  const { path } = useAccount();
  const automationId = automationOf(campaignId);
  const named = campaignName === undefined ? '' : ` “${campaignName}”`;
  if (automationId !== undefined)
    return (
      <RouteLink to={path(`automations/${automationId}`)}>
        {named ? `Automation${named}` : 'An automation'}
      </RouteLink>
    );
  if (campaignId !== undefined)
    return (
      <RouteLink to={path(`campaigns/${campaignId}`)}>{named ? `Campaign${named}` : 'A campaign'}</RouteLink>
    );
  if (jobId === undefined) return <>{none}</>;
  return (
    <RouteLink to={path(`jobs/${jobKind ?? 'broadcast'}/${jobId}`)}>A {jobKind ?? 'broadcast'}</RouteLink>
  );
}
