import ColumnLayout from '@cloudscape-design/components/column-layout';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { Campaign, CampaignLaunch } from '../../api/schemas';
import { formatCount } from '../../format/numbers';
import { LoadError } from '../../lists/list-states';
import { ApprovalPanel } from '../../plans/approval-panel';
import { SentBackAlert } from '../../plans/sent-back-alert';
import { SenderName } from '../../senders/sender-name';
import { CampaignDecision } from './decide';
import { DescribeAudience } from './describe-audience';
import { describeSchedule } from './describe-schedule';
import { PreviewFigures } from './preview-figures';
import { SamplePreview } from './sample-preview';
import { useLaunch } from './use-launch';
import { usePreview } from './use-preview';

/** Panel of a campaign that awaits an approval: who gets what and when, at what price, and who asks. */
export function AwaitingApproval({ campaign }: { campaign: Campaign }) {
  const { data: launch } = useLaunch(campaign);
  const { data: preview, error } = usePreview(campaign);
  const isAgain = campaign.details !== undefined;
  return (
    <ApprovalPanel
      title={isAgain ? 'Waiting for an approval again' : 'Waiting for an approval'}
      description={launch && describeWaiting(campaign, launch)}
      decision={
        launch?.mayDecide === true && <CampaignDecision campaign={campaign} askedAt={launch.launchedAt} />
      }
      lookAt="who gets it and at the text"
      notBy={launch?.isSubmitted === true ? 'the one who submitted it' : 'the one who launched it'}
      asked={launch && { ...launch, by: launch.launchedBy, at: launch.launchedAt, note: launch.note }}
      on={{ kind: 'campaigns', id: campaign.id }}
    >
      <ColumnLayout columns={2}>
        <KeyValuePairs
          items={[
            { label: 'Who gets it', value: <DescribeAudience audience={campaign.audience} /> },
            { label: 'From', value: <SenderName from={campaign.from} /> },
            { label: 'When', value: describeSchedule(campaign) },
          ]}
        />
        <SamplePreview
          from={campaign.from}
          samples={preview?.samples}
          body={campaign.body ?? ''}
          mediaUrl={campaign.mediaUrl}
        />
      </ColumnLayout>
      {error !== null && <LoadError error={error} />}
      {preview === undefined && error === null && (
        <StatusIndicator type="loading">Counting the audience</StatusIndicator>
      )}
      {preview !== undefined && <PreviewFigures preview={preview} />}
    </ApprovalPanel>
  );
}

function describeWaiting({ details }: Campaign, { isSubmitted }: CampaignLaunch): string {
  switch (details?.reason) {
    case undefined:
      if (isSubmitted)
        return 'Who submitted it may not launch campaigns. Nothing is sent before it is approved.';
      return 'Its audience is larger than this account sends to without a second person.';
    case 'audience_grew':
      return (
        `When it was about to begin, ${formatCount(details?.now ?? 0)} people would have got it: more than the ` +
        `${formatCount(details?.approved ?? 0)} that were approved or need no approval. Nothing was sent.`
      );
    case 'launcher_lost_right':
      return 'When it was about to begin, who launched it was not allowed to launch any more. Nothing was sent.';
    case 'plan_changed':
      return 'When it was about to begin, it was not what had been approved. Nothing was sent.';
  }
}

/** Reason for which a draft was sent back. */
export function CampaignSentBack({ campaign }: { campaign: Campaign }) {
  const { data: launch } = useLaunch(campaign);
  return <SentBackAlert approval={campaign.approval} decidedBy={launch?.decidedBy} />;
}
