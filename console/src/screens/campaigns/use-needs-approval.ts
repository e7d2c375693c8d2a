import { useSettings } from '../../api/account-lists';
import type { Campaign } from '../../api/schemas';
import { usePreview } from './use-preview';

/** Returns true when the launch of a draft waits for an approval, as far as its preview knows. */
export function useNeedsApproval(campaign: Campaign | undefined): boolean {
  const { data: settings } = useSettings();
  const { data: preview } = usePreview(campaign);
  const most = settings?.approvalAbove;
  if (most === undefined || most === null || preview === undefined) return false;
  return preview.audience.sendable > most || !preview.audience.isComplete;
}
