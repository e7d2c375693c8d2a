import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { unwrap } from '../../api/client';
import type { Campaign } from '../../api/schemas';
import { useAccount } from '../../app/session';
import { figureOf } from '../../audience/describe-count';
import { countOf } from '../../format/numbers';
import { DecisionButtons } from '../../plans/decision-buttons';
import { describeSchedule } from './describe-schedule';
import { usePreview } from './use-preview';

/** Buttons that approve or reject the launch of a campaign, after a dialog. */
export function CampaignDecision({ campaign, askedAt }: { campaign: Campaign; askedAt: string | undefined }) {
  const { id, api } = useAccount();
  const params = { path: { id: campaign.id } };
  return (
    <DecisionButtons
      what="campaign"
      askedAt={askedAt}
      approve={(body) => unwrap(api.POST('/api/v1/campaigns/{id}/approve', { params, body }))}
      reject={(reason) => unwrap(api.POST('/api/v1/campaigns/{id}/reject', { params, body: { reason } }))}
      rejected="The campaign is sent back; it is a draft again."
      changes={[
        [id, 'campaigns'],
        [id, 'awaiting'],
      ]}
      useCover={() => useCover(campaign)}
    />
  );
}

function useCover(campaign: Campaign) {
  const { data: preview } = usePreview(campaign);
  if (preview === undefined)
    return { text: <StatusIndicator type="loading">Counting the audience</StatusIndicator>, isReady: false };
  const { audience } = preview;
  const { isComplete, sendable } = audience;
  const people = isComplete
    ? countOf(sendable, 'person', 'people')
    : `${figureOf(audience, 'sendable')} people`;
  const text = (
    <div>
      {people} {isComplete && sendable === 1 ? 'gets' : 'get'} “{campaign.name}”. It starts{' '}
      {campaign.schedule === undefined ? 'at once' : `then: ${describeSchedule(campaign)}`}. The approval is
      for its text, times and audience as they are now, and for up to 10 % more people. With more, it waits
      for another approval when it begins.
    </div>
  );
  return { text, action: `Text ${isComplete ? people : people.toLowerCase()}`, isReady: true };
}
