import type { Account } from '../../accounts/account';
import { invalidRequest, ServiceError } from '../../errors/service-error';
import { isSenderId } from '../../phone-numbers/e164';
import type { Table } from '../../platform/store/table';
import { type AccountNumber, isActiveHere } from '../../senders/number';
import { isOwnNumber, isWord, type Sender, type SenderMember } from '../../senders/sender';
import { findSender } from '../../senders/sender-store';
import type { Group } from './group';

/**
 * Chooses a member for a recipient. It is handed in: what only checks that there is a sender needs none of what tells
 * the countries of numbers.
 */
type ChooseMember = (
  members: ReadonlyArray<SenderMember & { ratePerSecond?: number | undefined }>,
) => SenderMember | undefined;

/** Identity that sends a group's texts, and the sender that it is a member of. */
interface OptInSender {
  number: string;
  senderId?: string;
}

/**
 * Finds the number that sends a group's texts: the group's own, else the account's default number, else its only Active
 * one. Of a sender it is the member that is chosen for the recipient; a sender id takes no reply, so it sends none.
 *
 * @param options.numbers all numbers of the account
 * @param options.sender sender of the group, as `readGroupSender` finds it
 * @param options.choose chooses the member of a sender for the recipient; absent: takes the first, as an example
 * @throws ServiceError SenderNotActive when the number is not Active, InvalidRequest when there is none, with the
 *   setting that is missing
 *
 * **Source:** rules E7.
 */
export function findOptInSender(options: {
  group: Pick<Group, 'from'>;
  account: Pick<Account, 'defaultNumber'>;
  numbers: AccountNumber[];
  sender?: Sender | undefined;
  choose?: ChooseMember | undefined;
}): OptInSender {
  const { group, account, numbers } = options;
  const chosen = group.from ?? account.defaultNumber;
  if (group.from !== undefined && isSenderId(group.from)) return memberFor(options);
  if (chosen !== undefined) {
    const number = numbers.find((candidate) => candidate.number === chosen);
    if (!number) {
      throw missingSender(
        group.from === undefined
          ? 'the default number of the account is not assigned to it'
          : 'the number of the group is not assigned to the account',
      );
    }
    if (!isActiveHere(number)) throw new ServiceError('SenderNotActive', { cause: 'ofGroup' });
    return number;
  }
  const [only, ...others] = numbers.filter(isActiveHere);
  if (!only) throw missingSender('the account has no Active number');
  if (others.length > 0) {
    throw missingSender(
      `set the default number of the account, or a number of the group; the account has ${others.length + 1} Active numbers`,
    );
  }
  return only;
}

/** Reads the sender of a group; `undefined` when the group has none, or it is gone. */
export async function readGroupSender(
  table: Table,
  { accountId, from }: Pick<Group, 'accountId' | 'from'>,
): Promise<Sender | undefined> {
  if (from === undefined || !isSenderId(from)) return undefined;
  return findSender(table, { accountId, senderId: from });
}

function memberFor({
  sender,
  numbers,
  choose = ([first]) => first,
}: {
  sender?: Sender | undefined;
  numbers: AccountNumber[];
  choose?: ChooseMember | undefined;
}): OptInSender {
  if (!sender) throw missingSender('the account does not have the sender of the group any more');
  const members = sender.members.flatMap((member) => {
    if (isWord(member.identity)) return [];
    if (!isOwnNumber(member.identity)) return [member];
    const number = numbers.find((one) => one.number === member.identity);
    return number && isActiveHere(number) ? [{ ...member, ratePerSecond: number.ratePerSecond }] : [];
  });
  const chosen = choose(members);
  if (!chosen) throw new ServiceError('SenderNotActive', { cause: 'ofGroup' });
  return { number: chosen.identity, senderId: sender.id };
}

const missingSender = (reason: string) =>
  invalidRequest({ pointer: '/optInMode', reason: `the text needs a sender: ${reason}` });
