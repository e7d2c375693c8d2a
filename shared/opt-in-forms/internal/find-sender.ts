import type { Account } from '../../accounts/account';
import type { Group } from '../../audience/groups/group';
import { findOptInSender } from '../../audience/groups/opt-in-sender';
import { ServiceError } from '../../errors/service-error';
import type { E164 } from '../../phone-numbers/e164';
import { chooseMember } from '../../senders/choose-member';
import type { Sender } from '../../senders/sender';
import type { AccountNumber } from '../../senders/number';

/**
 * Finds the number that asks the phones of a form.
 *
 * @param options.numbers all numbers of the account
 * @param options.sender sender of the group, if it has one
 * @param options.to recipient; absent while it is not known
 * @returns `undefined` when no number can send the text
 */
export function findSender(options: {
  group: Pick<Group, 'from'>;
  account: Pick<Account, 'defaultNumber'>;
  numbers: AccountNumber[];
  sender?: Sender | undefined;
  to?: E164 | undefined;
}): string | undefined {
  try {
    const { to } = options;
    return findOptInSender({ ...options, ...(to && { choose: (members) => chooseMember(members, to) }) })
      .number;
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}
