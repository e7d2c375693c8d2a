import type { AccountSender, SendingNumber } from '../api/schemas';
import { countOf } from '../format/numbers';
import { SENDER_USES } from './describe-sender';

interface Option {
  value: string;
  label: string;
  description?: string;
  disabled?: boolean;
}
interface OptionGroup {
  label: string;
  options: Option[];
}
export type SenderOptions = (Option | OptionGroup)[];

/** Lists what texts can be sent from: senders by name, then numbers. Those that cannot be used now are not offered. */
export function senderOptions({
  numbers,
  senders,
}: {
  numbers: readonly Pick<SendingNumber, 'number' | 'status'>[];
  senders: readonly Pick<AccountSender, 'id' | 'name' | 'use' | 'members'>[];
}): SenderOptions {
  const ofNumbers = numbers.map(({ number, status }) => ({
    ...{ value: number, label: number, description: status },
    disabled: status !== 'Active',
  }));
  if (senders.length === 0) return ofNumbers;
  const ofSenders = senders.map(({ id, name, use, members }) => ({
    ...{ value: id, label: name },
    description: `${countOf(members.length, 'member')}. ${SENDER_USES[use].text}`,
    disabled: use === 'unusable',
  }));
  return [
    { label: 'Senders', options: ofSenders },
    { label: 'Numbers', options: ofNumbers },
  ];
}

/** Finds an option, also within groups. */
export const findOption = (options: SenderOptions, chosen: string): Option | undefined =>
  options.flatMap((one) => ('options' in one ? one.options : [one])).find(({ value }) => value === chosen);
