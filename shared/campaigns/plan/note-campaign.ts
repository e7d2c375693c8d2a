import { type Actor, areSame } from '../../accounts/actor';
import { ServiceError } from '../../errors/service-error';
import type { Platform } from '../../platform/platform';
import { retryOnConflict } from '../../platform/store/retry-on-conflict';
import type { Campaign, CampaignAddress } from '../record/campaign';
import { findCampaignOrThrow } from '../record/campaign-store';
import { changeCampaign } from './internal/save-campaign';

/** Callback before a note is written, with the one before and after it. */
export type BeforeNote = (before: Noted, after: Noted) => void;
interface Noted {
  note: string | undefined;
}

/**
 * Writes the note of who launched a campaign to who decides on it.
 *
 * @param options.note empty: removes it
 * @throws ServiceError NoSuchResource; InvalidState for a campaign that awaits no approval; Forbidden for others than the
 *   launcher
 *
 * **Source:** rules E4.7.
 */
export async function noteCampaign(
  deps: Pick<Platform, 'table' | 'clock' | 'ids'>,
  {
    note: text,
    actor,
    beforeWrite,
    ...address
  }: CampaignAddress & { note: string; actor: Actor; beforeWrite?: BeforeNote },
): Promise<Campaign> {
  const note = text === '' ? undefined : text;
  return retryOnConflict(deps.table.waits, async () => {
    const campaign = await findCampaignOrThrow(deps.table, address);
    const { status } = campaign;
    if (status !== 'awaitingApproval') throw new ServiceError('InvalidState', { details: { status } });
    if (!mayNote(campaign, actor)) throw new ServiceError('Forbidden', { cause: 'notLauncher' });
    if (campaign.note === note) return campaign;
    beforeWrite?.({ note: campaign.note }, { note });
    return changeCampaign(deps, campaign, { note });
  });
}

/** Returns true for who launched a campaign that awaits an approval. */
export const mayNote = (
  { status, launchedBy }: Pick<Campaign, 'status' | 'launchedBy'>,
  actor: Actor,
): boolean => status === 'awaitingApproval' && launchedBy !== undefined && areSame(launchedBy, actor);
