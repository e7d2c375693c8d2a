import type { Account } from '../../../accounts/account';
import { addMembership } from '../../../audience/consent/add-membership';
import { isRefusal } from '../../../audience/consent/enrol-phone';
import { removeMembership } from '../../../audience/consent/remove-membership';
import type { Platform } from '../../../platform/platform';

/**
 * Has a person join or leave a group, without a text. A membership that is there, or gone, already stays so.
 *
 * @returns false when it is refused: a group that is gone, or an account without silent opt-ins
 */
export async function changeMembershipSilently(
  deps: Pick<Platform, 'table' | 'clock' | 'ids'>,
  options: { account: Account; change: 'join' | 'leave'; groupId: string; phoneNumber: string },
): Promise<boolean> {
  const { account, change, groupId, phoneNumber } = options;
  const request = { account, phoneNumber, groupId, actor: { type: 'api' as const } };
  try {
    if (change === 'join') await addMembership(deps, { ...request, optInMode: 'SILENT' });
    else await removeMembership(deps, request);
    return true;
  } catch (error) {
    if (isRefusal(error)) return false;
    throw error;
  }
}
