import { useLocation } from 'react-router';
import { useNumbers } from '../../../api/account-lists';
import { FailedScreen } from '../../../app/failed-screen';
import { LoadingScreen } from '../../../app/loading-screen';
import { useAccount } from '../../../app/session';
import { Composer } from './composer';
import { copyOf, EMPTY_DRAFT, type NewCampaign } from './draft';

/** Screen of a new campaign. A segment's page passes its audience, and a campaign's page the campaign to copy. */
export function Component() {
  const state = useLocation().state as NewCampaign | null;
  const { path } = useAccount();
  const { data: numbers, error, refetch } = useNumbers();
  if (numbers === undefined) {
    const parent = { text: 'Campaigns', path: path('campaigns') };
    return error === null ? (
      <LoadingScreen />
    ) : (
      <FailedScreen title="New campaign" parent={parent} error={error} onRetry={() => void refetch()} />
    );
  }
  const from = numbers.results.find(({ isDefault }) => isDefault) ?? numbers.results[0];
  return (
    <Composer
      campaign={undefined}
      initial={
        state?.copyOf === undefined
          ? { ...EMPTY_DRAFT, audience: state?.audience ?? {}, from: from?.number ?? '' }
          : copyOf(state.copyOf)
      }
    />
  );
}
