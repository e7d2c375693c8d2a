import { useSettings } from '../../api/account-lists';
import type { Campaign } from '../../api/schemas';
import { useAccount } from '../../app/session';
import { usePreview } from './use-preview';

/**
 * Returns true when the launch of a draft waits for an approval: always for a user without the right to launch, else as
 * far as its preview knows. `undefined` while that is not known yet. Without settings or preview it is false, and the
 * service decides at the launch.
 */
export function useNeedsApproval(campaign: Campaign | undefined): boolean | undefined {
  const { can } = useAccount();
  const { data: settings, error: noSettings } = useSettings();
  const { data: preview, error: noPreview } = usePreview(campaign);
  if (!can('campaigns:launch')) return true;
  if (settings === undefined) return noSettings === null ? undefined : false;
  const most = settings.approvalAbove;
  if (most === undefined || most === null) return false;
  if (preview === undefined) return noPreview === null ? undefined : false;
  return preview.audience.sendable > most || !preview.audience.isComplete;
}
