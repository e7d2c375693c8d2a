import type { Account } from '../../accounts/account';
import { invalidRequest, ServiceError } from '../../errors/service-error';
import type { AccountNumber } from '../../senders/number';
import type { Group } from './group';

/**
 * Finds the number that sends a group's texts: the group's own, else the account's default number, else its only Active
 * one.
 *
 * @param options.numbers all numbers of the account
 * @throws ServiceError SenderNotActive when the number is not Active, InvalidRequest when there is none, with the
 *   setting that is missing
 *
 * **Source:** rules E7.
 */
export function findOptInSender(options: {
  group: Pick<Group, 'from'>;
  account: Pick<Account, 'defaultNumber'>;
  numbers: AccountNumber[];
}): AccountNumber {
  const { group, account, numbers } = options;
  const chosen = group.from ?? account.defaultNumber;
  if (chosen !== undefined) {
    const number = numbers.find((candidate) => candidate.number === chosen);
    if (!number) {
      throw missingSender(
        group.from === undefined
          ? 'the default number of the account is not assigned to it'
          : 'the number of the group is not assigned to the account',
      );
    }
    if (number.status !== 'Active') throw new ServiceError('SenderNotActive', { cause: 'ofGroup' });
    return number;
  }
  const [only, ...others] = numbers.filter(({ status }) => status === 'Active');
  if (!only) throw missingSender('the account has no Active number');
  if (others.length > 0) {
    throw missingSender(
      `set the default number of the account, or a number of the group; the account has ${others.length + 1} Active numbers`,
    );
  }
  return only;
}

const missingSender = (reason: string) =>
  invalidRequest({ pointer: '/optInMode', reason: `the text needs a sender: ${reason}` });
