import type { Account } from '../../../accounts/account';
import { addMembership } from '../../../audience/consent/add-membership';
import { isRefusal } from '../../../audience/consent/enrol-phone';
import { removeMembership } from '../../../audience/consent/remove-membership';
import type { Platform } from '../../../platform/platform';

/**
 * Has a person join or leave a group. Who joins gets no text where the account has silent opt-ins, otherwise the group's
 * opt-in message. A membership that is there, or gone, already stays so.
 *
 * @returns false when it is refused: a group that is gone or wants to be confirmed, or too many texts
 */
export async function changeMembership(
  deps: Pick<Platform, 'table' | 'clock' | 'ids'>,
  options: { account: Account; change: 'join' | 'leave'; groupId: string; phoneNumber: string },
): Promise<boolean> {
  const { account, change, groupId, phoneNumber } = options;
  const request = { account, phoneNumber, groupId, actor: { type: 'api' as const } };
  try {
    const optInMode = account.silentOptIn ? 'SILENT' : 'DIRECT';
    if (change === 'join') await addMembership(deps, { ...request, optInMode });
    else await removeMembership(deps, request);
    return true;
  } catch (error) {
    if (isRefusal(error)) return false;
    throw error;
  }
}
