import Button from '@cloudscape-design/components/button';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { unwrap } from '../../api/client';
import type { Campaign } from '../../api/schemas';
import { Confirm } from '../../app/confirm';
import { RouteButton } from '../../app/route-button';
import { useAccount } from '../../app/session';
import { useChange } from '../../app/use-change';
import { ExportButton } from '../../exports/export-button';
import type { NewCampaign } from './compose/draft';
import { describeCancel } from './describe-cancel';
import { useSteering } from './use-steering';

/** Actions for a campaign in its state, which this role may take. */
export function CampaignActions({ campaign }: { campaign: Campaign }) {
  const { can, path } = useAccount();
  const { steer, isBusy } = useSteering(campaign.id);
  const { status, counts } = campaign;
  const mayLaunch = can('campaigns:launch');
  const mayWrite = can('campaigns:write');

  return (
    <SpaceBetween direction="horizontal" size="xs">
      {['scheduled', 'selecting', 'sending'].includes(status) && mayLaunch && (
        <Button loading={isBusy} onClick={() => steer('pause')}>
          Pause
        </Button>
      )}
      {status === 'paused' && mayLaunch && (
        <Button variant="primary" loading={isBusy} onClick={() => steer('resume')}>
          Resume
        </Button>
      )}
      {['awaitingApproval', 'scheduled', 'selecting', 'sending', 'paused'].includes(status) && mayLaunch && (
        <CancelButton campaign={campaign} />
      )}
      {status === 'draft' && mayWrite && (
        <SpaceBetween direction="horizontal" size="xs">
          <DeleteButton campaign={campaign} />
          <RouteButton variant="primary" to={path(`campaigns/${campaign.id}/edit?at=check`)}>
            {mayLaunch ? 'Edit and launch' : 'Edit and submit'}
          </RouteButton>
        </SpaceBetween>
      )}
      {['completed', 'cancelled'].includes(status) && counts.failed > 0 && mayWrite && (
        <RetryButton campaign={campaign} />
      )}
      {status !== 'draft' && mayWrite && <CopyButton campaign={campaign} />}
      {counts.selected > 0 && <ExportButton of={{ campaignId: campaign.id }} />}
    </SpaceBetween>
  );
}

function CancelButton({ campaign }: { campaign: Campaign }) {
  const [isAsking, setIsAsking] = useState(false);
  const { steer, isBusy } = useSteering(campaign.id, () => setIsAsking(false));
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>Cancel campaign</Button>
      {isAsking && (
        <Confirm
          title="Cancel this campaign?"
          action="Cancel campaign"
          dismiss="Keep it"
          isBusy={isBusy}
          onCancel={() => setIsAsking(false)}
          onConfirm={() => steer('cancel')}
        >
          {describeCancel(campaign)} A cancelled campaign cannot be resumed.
        </Confirm>
      )}
    </>
  );
}

function DeleteButton({ campaign }: { campaign: Campaign }) {
  const { id, api, path } = useAccount();
  const navigate = useNavigate();
  const [isAsking, setIsAsking] = useState(false);
  const remove = useChange({
    run: () => unwrap(api.DELETE('/api/v1/campaigns/{id}', { params: { path: { id: campaign.id } } })),
    done: 'The draft is deleted.',
    failed: 'The draft was not deleted',
    changes: [[id, 'campaigns', 'list']],
    onDone: () => void navigate(path('campaigns')),
  });
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>Delete</Button>
      {isAsking && (
        <Confirm
          title="Delete this draft?"
          action="Delete"
          isBusy={remove.isPending}
          onCancel={() => setIsAsking(false)}
          onConfirm={() => remove.mutate(undefined)}
        >
          “{campaign.name}” is gone for good.
        </Confirm>
      )}
    </>
  );
}

/** Button that opens a new campaign with the content of this one; nothing is saved until the user continues. */
function CopyButton({ campaign }: { campaign: Campaign }) {
  const { path } = useAccount();
  const navigate = useNavigate();
  const state: NewCampaign = { copyOf: campaign };
  return <Button onClick={() => void navigate(path('campaigns/new'), { state })}>Copy</Button>;
}

function RetryButton({ campaign }: { campaign: Campaign }) {
  const { id, api, path } = useAccount();
  const navigate = useNavigate();
  const retry = useChange({
    run: () => unwrap(api.POST('/api/v1/campaigns/{id}/retry', { params: { path: { id: campaign.id } } })),
    done: 'A draft for those who failed is ready. Check it and launch it.',
    failed: 'No draft was made',
    changes: [[id, 'campaigns', 'list']],
    onDone: (draft) => void navigate(path(`campaigns/${draft.id}`)),
  });
  return (
    <Button loading={retry.isPending} onClick={() => retry.mutate(undefined)}>
      Retry the failed
    </Button>
  );
}
