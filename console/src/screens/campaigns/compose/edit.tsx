import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from 'react-router';
import { unwrap } from '../../../api/client';
import { FailedScreen } from '../../../app/failed-screen';
import { LoadingScreen } from '../../../app/loading-screen';
import { useAccount } from '../../../app/session';
import { Composer } from './composer';
import { draftOf } from './draft';

/** Screen that edits a stored draft. */
export function Component() {
  const { campaignId = '' } = useParams();
  return <StoredDraft key={campaignId} campaignId={campaignId} keptAs={`campaign ${campaignId}`} />;
}

/** Editor of a stored draft, and of what was typed in this tab and is not stored yet. */
export function StoredDraft({ campaignId, keptAs }: { campaignId: string; keptAs: string }) {
  const { id, api, path } = useAccount();
  const { data, error, refetch } = useQuery({
    queryKey: [id, 'campaigns', campaignId],
    queryFn: () => unwrap(api.GET('/api/v1/campaigns/{id}', { params: { path: { id: campaignId } } })),
  });
  if (data === undefined) {
    return error === null ? (
      <LoadingScreen />
    ) : (
      <FailedScreen
        title="Campaign"
        parent={{ text: 'Campaigns', path: path('campaigns') }}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  if (data.status !== 'draft') return <Navigate to={path(`campaigns/${campaignId}`)} replace />;
  return <Composer campaign={data} initial={draftOf(data)} keptAs={keptAs} />;
}
