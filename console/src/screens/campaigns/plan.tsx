import ColumnLayout from '@cloudscape-design/components/column-layout';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import type { Campaign } from '../../api/schemas';
import { formatDateTime } from '../../format/dates';
import { LoadError } from '../../lists/list-states';
import { describePerson } from '../../plans/describe-person';
import { SenderName } from '../../senders/sender-name';
import { nameTags } from '../../texts/tag-words';
import { DescribeAudience } from './describe-audience';
import { describeEnd, describeHours, describeSchedule, PURPOSES } from './describe-schedule';
import { PhonePreview } from './phone-preview';
import { PreviewFigures } from './preview-figures';
import { useLaunch } from './use-launch';
import { usePreview } from './use-preview';

/** Plan of a campaign, and a preview of its effect if it began now. */
export function CampaignPlan({ campaign }: { campaign: Campaign }) {
  // What awaits an approval has the forecast above.
  const hasForecast =
    campaign.startedAt === undefined &&
    !['awaitingApproval', 'cancelled', 'failed'].includes(campaign.status);
  const { data: launch } = useLaunch(campaign);
  const asked = launch?.isSubmitted === true ? 'Submitted' : 'Launched';
  return (
    <SpaceBetween size="l">
      {hasForecast && <Forecast campaign={campaign} />}
      <ColumnLayout columns={2}>
        <Container header={<Header variant="h2">Plan</Header>}>
          <KeyValuePairs
            columns={2}
            items={[
              { label: 'Audience', value: <DescribeAudience audience={campaign.audience} /> },
              { label: 'Purpose', value: PURPOSES[campaign.purpose] },
              { label: 'From', value: <SenderName from={campaign.from} /> },
              { label: 'When', value: describeSchedule(campaign) },
              { label: 'Hours', value: describeHours(campaign) },
              { label: 'Ends at the latest', value: describeEnd(campaign) },
              { label: 'Created', value: formatDateTime(campaign.createdAt) },
              { label: asked, value: formatDateTime(campaign.launchedAt) },
              ...(launch?.launchedBy
                ? [{ label: `${asked} by`, value: describePerson(launch.launchedBy) }]
                : []),
              ...(campaign.approval?.status === 'approved'
                ? [{ label: 'Approved', value: <Approved campaign={campaign} /> }]
                : []),
              { label: 'Started', value: formatDateTime(campaign.startedAt) },
              { label: 'Completed', value: formatDateTime(campaign.completedAt) },
            ]}
          />
        </Container>
        <Container header={<Header variant="h2">Text</Header>}>
          <PhonePreview
            from={campaign.from}
            body={nameTags(campaign.body ?? '')}
            mediaUrl={campaign.mediaUrl}
          />
        </Container>
      </ColumnLayout>
    </SpaceBetween>
  );
}

function Approved({ campaign }: { campaign: Campaign }) {
  const { data: launch } = useLaunch(campaign);
  const { at, comment } = campaign.approval ?? {};
  const by = launch?.decidedBy && describePerson(launch.decidedBy);
  return (
    <>
      {[by, formatDateTime(at)].filter((part) => part !== undefined).join(', ')}
      {comment !== undefined && <div>“{comment}”</div>}
    </>
  );
}

function Forecast({ campaign }: { campaign: Campaign }) {
  const { data, error } = usePreview(campaign);
  if (error !== null) return <LoadError error={error} />;
  return (
    <Container
      header={
        <Header variant="h2">
          {campaign.schedule === undefined ? 'If it began now' : 'What will happen'}
        </Header>
      }
    >
      {data === undefined ? (
        <StatusIndicator type="loading">Counting the audience</StatusIndicator>
      ) : (
        <PreviewFigures preview={data} />
      )}
    </Container>
  );
}
