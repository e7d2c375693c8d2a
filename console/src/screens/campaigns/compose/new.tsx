import { useLocation } from 'react-router';
import type { CampaignAudience } from '../../../api/schemas';
import { useNumbers } from '../../../api/account-lists';
import { LoadingScreen } from '../../../app/loading-screen';
import { Composer } from './composer';
import { EMPTY_DRAFT } from './draft';

/** A new campaign; a segment's page hands its audience over. */
export function Component() {
  const state = useLocation().state as { audience?: CampaignAudience } | null;
  const { data: numbers, isPending } = useNumbers();
  if (isPending) return <LoadingScreen />;
  const from = numbers?.results.find(({ isDefault }) => isDefault) ?? numbers?.results[0];
  return (
    <Composer
      campaign={undefined}
      initial={{ ...EMPTY_DRAFT, audience: state?.audience ?? {}, from: from?.number ?? '' }}
    />
  );
}
