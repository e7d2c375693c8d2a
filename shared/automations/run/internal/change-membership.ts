import type { Account } from '../../../accounts/account';
import { addMembership } from '../../../audience/consent/add-membership';
import { isRefusal } from '../../../audience/consent/enrol-phone';
import { removeMembership } from '../../../audience/consent/remove-membership';
import type { Platform } from '../../../platform/platform';

/**
 * Has a person join or leave a group. They join without a text where the account has silent opt-ins, else as `DIRECT`
 * does, with the opt-in message of the group. A membership that is there, or gone, already stays so.
 *
 * @returns false when it is refused, such as to join a group that is gone
 */
export async function changeMembership(
  deps: Pick<Platform, 'table' | 'clock' | 'ids'>,
  options: { account: Account; change: 'join' | 'leave'; groupId: string; phoneNumber: string },
): Promise<boolean> {
  const { account, change, groupId, phoneNumber } = options;
  const request = { account, phoneNumber, groupId, actor: { type: 'api' as const } };
  try {
    const optInMode = account.silentOptIn === true ? 'SILENT' : 'DIRECT';
    if (change === 'join') await addMembership(deps, { ...request, optInMode });
    else await removeMembership(deps, request);
    return true;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    // A group that is gone has no members.
    return change === 'leave' && error.name === 'GroupNotFound';
  }
}
