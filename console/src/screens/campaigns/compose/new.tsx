import { useLocation } from 'react-router';
import type { CampaignAudience } from '../../../api/schemas';
import { useNumbers } from '../../../api/account-lists';
import { LoadingScreen } from '../../../app/loading-screen';
import { Screen } from '../../../app/screen';
import { useAccount } from '../../../app/session';
import { LoadError } from '../../../lists/list-states';
import { Composer } from './composer';
import { EMPTY_DRAFT } from './draft';

/** A new campaign; a segment's page hands its audience over. */
export function Component() {
  const state = useLocation().state as { audience?: CampaignAudience } | null;
  const { path } = useAccount();
  const { data: numbers, error, refetch } = useNumbers();
  if (numbers === undefined) {
    return error === null ? (
      <LoadingScreen />
    ) : (
      <Screen title="New campaign" parent={{ text: 'Campaigns', path: path('campaigns') }}>
        <LoadError error={error} onRetry={() => void refetch()} />
      </Screen>
    );
  }
  const from = numbers.results.find(({ isDefault }) => isDefault) ?? numbers.results[0];
  return (
    <Composer
      campaign={undefined}
      initial={{ ...EMPTY_DRAFT, audience: state?.audience ?? {}, from: from?.number ?? '' }}
    />
  );
}
