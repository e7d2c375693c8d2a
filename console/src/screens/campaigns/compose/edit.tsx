import { useQuery } from '@tanstack/react-query';
import { Navigate, useParams } from 'react-router';
import { unwrap } from '../../../api/client';
import { LoadingScreen } from '../../../app/loading-screen';
import { useAccount } from '../../../app/session';
import { LoadError } from '../../../lists/list-states';
import { Composer } from './composer';
import { draftOf } from './draft';

/** A draft that is taken up again. */
export function Component() {
  const { campaignId = '' } = useParams();
  const { id, api, path } = useAccount();
  const { data, error } = useQuery({
    queryKey: [id, 'campaigns', campaignId],
    queryFn: () => unwrap(api.GET('/api/v1/campaigns/{id}', { params: { path: { id: campaignId } } })),
  });
  if (error !== null) return <LoadError error={error} />;
  if (data === undefined) return <LoadingScreen />;
  if (data.status !== 'draft') return <Navigate to={path(`campaigns/${campaignId}`)} replace />;
  return <Composer campaign={data} initial={draftOf(data)} />;
}
