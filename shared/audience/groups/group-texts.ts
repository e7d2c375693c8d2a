import type { Account } from '../../accounts/account';
import { brandOf, type NamedAccount } from '../../accounts/brand';
import { countryNotEnabled, isOptInCountryEnabled } from '../../accounts/enabled-countries';
import { queueSystemText } from '../../messages/system-text';
import type { AccountNumber } from '../../senders/number';
import { listNumbers } from '../../senders/number-store';
import type { E164, SenderNumber } from '../../phone-numbers/e164';
import type { Ids } from '../../platform/ids';
import type { Platform } from '../../platform/platform';
import type { TransactItem } from '../../platform/store/table';
import type { Group } from './group';
import { chooseMember } from '../../senders/choose-member';
import { findOptInSender, readGroupSender } from './opt-in-sender';
import type { Sender } from '../../senders/sender';

/** Account settings that opt-in texts depend on. */
export type OptInTextSettings = Pick<
  Account,
  | 'id'
  | 'name'
  | 'brand'
  | 'defaultNumber'
  | 'countries'
  | 'countryBudgets'
  | 'countryJumpStop'
  | 'createdAt'
  | 'dailyQuota'
  | 'messageFeedback'
  | 'freeTexts'
  | 'retentionDays'
> &
  AskedFor;

/** Promise of an opt-in form, which the default text repeats. */
interface AskedFor {
  frequency?: string | undefined;
}

type GroupTexts = Pick<Group, 'name' | 'optInMessage' | 'confirmationMessage'>;

/**
 * Returns the text that a contact gets when it is enrolled; `undefined` when the group has none. **Source:** rules 3.3.
 */
export function groupText(
  group: GroupTexts,
  { account, purpose }: { account: NamedAccount & AskedFor; purpose: 'optInMessage' | 'optInConfirmation' },
): string | undefined {
  switch (purpose) {
    case 'optInMessage':
      return group.optInMessage;
    case 'optInConfirmation':
      return (
        group.confirmationMessage ??
        defaultConfirmationText({
          brand: brandOf(account),
          group: group.name,
          frequency: account.frequency,
        })
      );
  }
}

/**
 * Returns the default text, with what carriers require of a request for consent: brand, programme, frequency, rates,
 * HELP and STOP. It is one segment as long as brand and group have at most 36 characters, all of GSM-7. A brand that
 * the name of the group begins with is not repeated.
 *
 * @param options.frequency how often texts are sent, as an opt-in form says it; absent: it varies
 *
 * **Source:** rules 4.6.
 */
export function defaultConfirmationText({
  brand,
  group,
  frequency = 'Message frequency varies',
}: {
  brand: string;
  group: string;
  frequency?: string | undefined;
}): string {
  const isNamed = `${group} `.toLowerCase().startsWith(`${brand} `.toLowerCase());
  const sender = isNamed ? group : `${brand} - ${group}`;
  return `${sender}: Reply YES to get our texts. ${frequency.replace(/\.$/, '')}. Msg & data rates may apply. Reply HELP for help, STOP to opt out.`;
}

/**
 * Builds the writes that send a group's text to a contact that is being enrolled; empty when the group has no such
 * text.
 *
 * @throws ServiceError SenderNotActive and InvalidRequest when no number can send it, InvalidPhoneNumber when the
 *   contact's country is not allowed
 *
 * **Source:** rules E7.
 */
export async function queueGroupText(
  deps: Pick<Platform, 'table' | 'ids'>,
  options: {
    account: OptInTextSettings;
    group: Group;
    to: E164;
    purpose: 'optInMessage' | 'optInConfirmation';
    now: Date;
  },
): Promise<TransactItem[]> {
  const { account, group, purpose } = options;
  if (groupText(group, { account, purpose }) === undefined) return [];
  const numbers = await listNumbers(deps.table, account.id);
  const sender = await readGroupSender(deps.table, group);
  return groupTextWrites(deps.ids, { ...options, numbers, sender });
}

/**
 * Builds the same writes when the account's numbers have been read.
 *
 * @param options.numbers all numbers of the account
 * @param options.isOfImport as of `putIntoOutbox`
 * @throws ServiceError as `queueGroupText`
 */
export function groupTextWrites(
  ids: Ids,
  options: {
    account: OptInTextSettings;
    group: Group;
    numbers: AccountNumber[];
    /** Sender of the group, if it has one. */
    sender?: Sender | undefined;
    to: E164;
    purpose: 'optInMessage' | 'optInConfirmation';
    now: Date;
    isOfImport?: boolean | undefined;
  },
): TransactItem[] {
  const { account, group, numbers, to, purpose, now, isOfImport } = options;
  const body = groupText(group, { account, purpose });
  if (body === undefined) return [];
  const sender = findOptInSender({ ...options, choose: (members) => chooseMember(members, to) });
  const ownNumbers = numbers.map(({ number }) => number as SenderNumber);
  if (!isOptInCountryEnabled(account, { to, numbers: ownNumbers })) throw countryNotEnabled();
  return queueSystemText(ids, {
    accountId: account.id,
    to,
    from: sender.number,
    senderId: sender.senderId,
    body,
    purpose,
    groupId: group.id,
    expectsFeedback: account.messageFeedback && purpose === 'optInConfirmation' ? true : undefined,
    retentionDays: account.retentionDays,
    now,
    isOfImport,
  });
}
