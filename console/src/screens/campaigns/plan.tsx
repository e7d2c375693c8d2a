import ColumnLayout from '@cloudscape-design/components/column-layout';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import KeyValuePairs from '@cloudscape-design/components/key-value-pairs';
import SpaceBetween from '@cloudscape-design/components/space-between';
import StatusIndicator from '@cloudscape-design/components/status-indicator';
import { useQuery } from '@tanstack/react-query';
import { unwrap } from '../../api/client';
import type { Campaign } from '../../api/schemas';
import { useAccount } from '../../app/session';
import { formatDateTime } from '../../format/dates';
import { LoadError } from '../../lists/list-states';
import { DescribeAudience } from './describe-audience';
import { describeEnd, describeHours, describeSchedule, PURPOSES } from './describe-schedule';
import { PhonePreview } from './phone-preview';
import { PreviewFigures } from './preview-figures';
import { describeLauncher, useLaunch } from './use-launch';

/** What was planned, and what it would do if it began now. */
export function CampaignPlan({ campaign }: { campaign: Campaign }) {
  const hasBegun = campaign.startedAt !== undefined || ['cancelled', 'failed'].includes(campaign.status);
  const { data: launch } = useLaunch(campaign);
  return (
    <SpaceBetween size="l">
      {!hasBegun && <Forecast campaign={campaign} />}
      <ColumnLayout columns={2}>
        <Container header={<Header variant="h2">Plan</Header>}>
          <KeyValuePairs
            columns={2}
            items={[
              { label: 'Audience', value: <DescribeAudience audience={campaign.audience} /> },
              { label: 'Purpose', value: PURPOSES[campaign.purpose] },
              { label: 'From', value: campaign.from },
              { label: 'When', value: describeSchedule(campaign) },
              { label: 'Hours', value: describeHours(campaign) },
              { label: 'Ends at the latest', value: describeEnd(campaign) },
              { label: 'Created', value: formatDateTime(campaign.createdAt) },
              { label: 'Launched', value: formatDateTime(campaign.launchedAt) },
              ...(launch?.launchedBy
                ? [{ label: 'Launched by', value: describeLauncher(launch.launchedBy) }]
                : []),
              { label: 'Started', value: formatDateTime(campaign.startedAt) },
              { label: 'Completed', value: formatDateTime(campaign.completedAt) },
            ]}
          />
        </Container>
        <Container header={<Header variant="h2">Text</Header>}>
          <PhonePreview from={campaign.from} body={campaign.body ?? ''} mediaUrl={campaign.mediaUrl} />
        </Container>
      </ColumnLayout>
    </SpaceBetween>
  );
}

function Forecast({ campaign }: { campaign: Campaign }) {
  const { id, api } = useAccount();
  const { data, error } = useQuery({
    queryKey: [id, 'campaigns', campaign.id, 'preview', campaign.updatedAt],
    queryFn: () =>
      unwrap(api.POST('/api/v1/campaigns/{id}/preview', { params: { path: { id: campaign.id } } })),
  });
  if (error !== null) return <LoadError error={error} />;
  return (
    <Container header={<Header variant="h2">If it began now</Header>}>
      {data === undefined ? (
        <StatusIndicator type="loading">Counting the audience</StatusIndicator>
      ) : (
        <PreviewFigures preview={data} />
      )}
    </Container>
  );
}
