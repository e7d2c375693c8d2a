import { ServiceError } from '../errors/service-error';
import { queueSystemText } from '../messages/system-text';
import { checkSender } from '../numbers/check-sender';
import { accountNumberKey } from '../platform/keys';
import type { Platform } from '../platform/platform';
import type { TransactItem } from '../platform/table';
import type { Group } from './group';

type GroupTexts = Pick<Group, 'name' | 'optInMessage' | 'confirmationMessage'>;

/** What a contact reads when it is enrolled; `undefined` when the group has nothing to say. **Source:** contract 3.3. */
export function groupText(
  group: GroupTexts,
  purpose: 'optInMessage' | 'optInConfirmation',
): string | undefined {
  switch (purpose) {
    case 'optInMessage':
      return group.optInMessage;
    case 'optInConfirmation':
      return group.confirmationMessage ?? defaultConfirmationText(group.name);
  }
}

/** One segment as long as the name has at most 65 characters, all of GSM-7. */
export function defaultConfirmationText(groupName: string): string {
  return `${groupName}: Reply YES to get our texts. Msg & data rates may apply. Reply HELP for help, STOP to opt out.`;
}

/**
 * The writes that send a group's text to a contact that is being enrolled; none when the group has no such text.
 *
 * @throws ServiceError 33009 when there is no number that could send it
 */
export async function queueGroupText(
  deps: Pick<Platform, 'table' | 'ids'>,
  options: {
    accountId: string;
    /** Sends where the group has no number of its own. */
    defaultNumber: string | undefined;
    group: Group;
    to: string;
    purpose: 'optInMessage' | 'optInConfirmation';
    now: Date;
  },
): Promise<TransactItem[]> {
  const { accountId, group, to, purpose, now } = options;
  const body = groupText(group, purpose);
  if (body === undefined) return [];
  const from = group.from ?? options.defaultNumber;
  const numberItem = from === undefined ? undefined : await deps.table.get(accountNumberKey(accountId, from));
  if (!numberItem) throw new ServiceError(33009);
  const sender = checkSender(numberItem);
  return queueSystemText(deps.ids, {
    accountId,
    to,
    from: sender.number,
    body,
    purpose,
    groupId: group.id,
    now,
  });
}
