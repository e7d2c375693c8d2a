import { useState } from 'react';
import { useLocation } from 'react-router';
import { defaultNumberOf, useNumbers } from '../../../api/account-lists';
import { FailedScreen } from '../../../app/failed-screen';
import { LoadingScreen } from '../../../app/loading-screen';
import { useAccount } from '../../../app/session';
import { shownZone } from '../../../format/reader-clock';
import { type Place, readKept } from '../../../kept/storage';
import { useHistoryPlace } from '../../../kept/use-kept';
import { Composer, NO_PLAN } from './composer';
import { copyOf, EMPTY_DRAFT, type NewCampaign } from './draft';
import { StoredDraft } from './edit';

/** Screen of a new campaign. A segment's page passes its audience, and a campaign's page the campaign to copy. */
export function Component() {
  const place = useHistoryPlace('new campaign');
  return <Begun key={place.name} place={place} />;
}

function Begun({ place }: { place: Place }) {
  const state = useLocation().state as NewCampaign | null;
  const { path } = useAccount();
  // Of a draft that was stored before the page was loaded again.
  const [savedId] = useState(() => readKept(place, NO_PLAN).savedId);
  const { data: numbers, error, refetch } = useNumbers();
  if (savedId !== '') return <StoredDraft campaignId={savedId} keptAs={place.name} />;
  if (numbers === undefined) {
    const parent = { text: 'Campaigns', path: path('campaigns') };
    return error === null ? (
      <LoadingScreen />
    ) : (
      <FailedScreen title="New campaign" parent={parent} error={error} onRetry={() => void refetch()} />
    );
  }
  const from = defaultNumberOf(numbers.results);
  return (
    <Composer
      campaign={undefined}
      keptAs={place.name}
      initial={
        state?.copyOf === undefined
          ? {
              ...EMPTY_DRAFT,
              timeZone: shownZone(),
              audience: state?.audience ?? {},
              from,
            }
          : copyOf(state.copyOf)
      }
    />
  );
}
