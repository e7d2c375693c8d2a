import { useQuery } from '@tanstack/react-query';
import Tabs from '@cloudscape-design/components/tabs';
import { useEffect } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { unwrap } from '../../api/client';
import type { Campaign } from '../../api/schemas';
import { useFlashes } from '../../app/flashes';
import { Screen } from '../../app/screen';
import { useAccount } from '../../app/session';
import { LoadingScreen } from '../../app/loading-screen';
import { LoadError } from '../../lists/list-states';
import { WaitNotice } from '../../sending/wait-notice';
import { CampaignActions } from './actions';
import { CampaignStatus, isUnderWay } from './campaign-status';
import { CampaignPlan } from './plan';
import { CampaignProgress } from './progress';
import { CampaignRecipients } from '../../recipients/campaign-recipients';

const LIVE_MS = 3_000;
/** Age up to which a message is about the user's own decision, after which the campaign is read again. */
const OWN_DECISION_MS = 2_000;
/**
 * Time for which receipts are awaited. Receipts, clicks and opt-outs arrive after the last text: most within minutes,
 * some much later.
 */
const RECEIPTS_MS = 5 * 60_000;
const ENDED_MS = 30_000;

export function Component() {
  const { campaignId = '' } = useParams();
  const { id, api, path } = useAccount();
  const [params, setParams] = useSearchParams();
  const {
    data: campaign,
    error,
    refetch,
  } = useQuery({
    queryKey: [id, 'campaigns', campaignId],
    queryFn: () => unwrap(api.GET('/api/v1/campaigns/{id}', { params: { path: { id: campaignId } } })),
    refetchInterval: ({ state }) => (state.data === undefined ? false : refreshAfterMs(state.data)),
  });
  // “The campaign is submitted” is out of date once it is decided.
  const isWaiting = campaign?.status === 'awaitingApproval';
  const { leaveScreen } = useFlashes();
  useEffect(() => {
    if (!isWaiting) leaveScreen(OWN_DECISION_MS);
  }, [isWaiting, leaveScreen]);
  const parent = { text: 'Campaigns', path: path('campaigns') };
  if (campaign === undefined) {
    return error === null ? (
      <LoadingScreen />
    ) : (
      <Screen title="Campaign" parent={parent}>
        <LoadError error={error} onRetry={() => void refetch()} />
      </Screen>
    );
  }
  return (
    <Screen
      title={campaign.name}
      parent={parent}
      description={<CampaignStatus campaign={campaign} />}
      actions={<CampaignActions campaign={campaign} />}
    >
      <WaitNotice waitingFor={campaign.waitingFor} until="before the campaign expires" />
      <CampaignProgress campaign={campaign} />
      <Tabs
        activeTabId={params.get('tab') ?? 'plan'}
        onChange={({ detail }) => setParams({ tab: detail.activeTabId }, { replace: true })}
        tabs={[
          { id: 'plan', label: 'Plan and text', content: <CampaignPlan campaign={campaign} /> },
          {
            id: 'recipients',
            label: 'Recipients',
            disabled: campaign.status === 'draft',
            disabledReason: 'Recipients are chosen when the campaign begins.',
            content: <CampaignRecipients campaign={campaign} />,
          },
        ]}
      />
    </Screen>
  );
}

function refreshAfterMs({ status, completedAt }: Campaign): number | false {
  if (status === 'draft') return false;
  const isRecent = completedAt !== undefined && Date.now() - Date.parse(completedAt) < RECEIPTS_MS;
  return isUnderWay(status) || isRecent ? LIVE_MS : ENDED_MS;
}
