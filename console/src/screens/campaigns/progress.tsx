import Alert from '@cloudscape-design/components/alert';
import Box from '@cloudscape-design/components/box';
import ColumnLayout from '@cloudscape-design/components/column-layout';
import Container from '@cloudscape-design/components/container';
import Header from '@cloudscape-design/components/header';
import ProgressBar from '@cloudscape-design/components/progress-bar';
import SpaceBetween from '@cloudscape-design/components/space-between';
import type { Campaign } from '../../api/schemas';
import { RouteLink } from '../../app/route-link';
import { useAccount } from '../../app/session';
import { formatCount, formatShare } from '../../format/numbers';
import { describeCampaignFailure, describeReason } from '../../recipients/reasons';
import { AwaitingApproval, CampaignSentBack } from './approval';

/** Progress of a campaign, the outcome of its texts, and the reasons why some were not sent. */
export function CampaignProgress({ campaign }: { campaign: Campaign }) {
  const { counts, status, errorCode, errorMessage } = campaign;
  if (status === 'failed' && errorCode !== undefined) {
    return (
      <Alert type="error" header="The campaign could not begin; nothing was sent">
        {describeCampaignFailure(errorCode, errorMessage)}
      </Alert>
    );
  }
  if (status === 'awaitingApproval') return <AwaitingApproval campaign={campaign} />;
  if (status === 'draft') return <CampaignSentBack campaign={campaign} />;
  if (counts.selected === 0) return null;
  const done = counts.sent + counts.failed + counts.skipped;
  return (
    <Container header={<Header variant="h2">Progress</Header>}>
      <SpaceBetween size="l">
        <ProgressBar
          value={Math.floor((100 * done) / counts.selected)}
          status={status === 'completed' ? 'success' : 'in-progress'}
          resultText={`All ${formatCount(counts.selected)} recipients are done`}
          label={`${formatCount(done)} of ${formatCount(counts.selected)} recipients`}
          description={
            counts.pending > 0 ? `${formatCount(counts.pending)} still waiting for their turn or hours` : ''
          }
        />
        <ColumnLayout columns={2}>
          <Funnel counts={counts} />
          <Problems campaign={campaign} />
        </ColumnLayout>
      </SpaceBetween>
    </Container>
  );
}

function Funnel({ counts }: { counts: Campaign['counts'] }) {
  const rows = [
    { label: 'Recipients', value: counts.selected },
    { label: 'Sent', value: counts.sent },
    { label: 'Delivered', value: counts.delivered },
    // Only RCS reports it.
    ...(counts.read > 0 ? [{ label: 'Read', value: counts.read }] : []),
    { label: 'Clicked', value: counts.clicked },
    { label: 'Opted out', value: counts.optedOut },
  ];
  return (
    <section aria-label="From recipients to clicks">
      {rows.map(({ label, value }) => (
        <div className="funnel-row" key={label}>
          <span>{label}</span>
          <meter min={0} max={counts.selected} value={value} aria-label={label} />
          <Box textAlign="right">
            <Box variant="strong" display="inline">
              {formatCount(value)}
            </Box>{' '}
            ({formatShare(value, counts.selected)})
          </Box>
        </div>
      ))}
    </section>
  );
}

function Problems({ campaign }: { campaign: Campaign }) {
  const { path } = useAccount();
  const { counts, skippedBy, id } = campaign;
  const to = (query: string) => path(`campaigns/${id}?tab=recipients&${query}`);
  const rows = [
    ...(counts.failed > 0 ? [{ text: 'Failed', value: counts.failed, query: 'status=failed' }] : []),
    ...(counts.undelivered > 0
      ? [{ text: 'Sent, but not delivered', value: counts.undelivered, query: 'deliveryStatus=failed' }]
      : []),
    ...Object.entries(skippedBy).map(([reason, value]) => ({
      text: `Skipped: ${describeReason(reason).toLowerCase()}`,
      value,
      query: `status=skipped&reason=${reason}`,
    })),
  ];
  return (
    <div>
      <Box variant="awsui-key-label">Who did not get it</Box>
      {rows.length === 0 && <Box>No text failed and no recipient was skipped so far.</Box>}
      {rows.map(({ text, value, query }) => (
        <Box key={query} padding={{ vertical: 'xxs' }}>
          {formatCount(value)} · <RouteLink to={to(query)}>{text}</RouteLink>
        </Box>
      ))}
    </div>
  );
}
