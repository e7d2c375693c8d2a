import type { SendingNumber } from '../api/schemas';

/** Command of the operator CLI about a number, without the name of the program. */
export interface NumberCommand {
  label: string;
  words: string;
}

/** Lists the commands that change a number, with its present values. */
export function commandsOf(accountId: string, number: SendingNumber): NumberCommand[] {
  const place = `--account ${accountId} --number ${number.number}`;
  return [
    { label: 'Change state, kind, rates and daily cap', words: `number set ${place} ${valuesOf(number)}` },
    ...(number.isDefault
      ? []
      : [
          {
            label: 'Make it the default number',
            words: `account set --account ${accountId} --default-number ${number.number}`,
          },
        ]),
    { label: 'Give it to another account', words: `number move ${place} --to-account ACCOUNT` },
    { label: 'Take it from the account', words: `number remove ${place}` },
  ];
}

/** Returns the command that assigns another number to an account. */
export const addCommand = (accountId: string): string => `number add --account ${accountId} --number NUMBER`;

function valuesOf({ status, kind, ratePerSecond, mmsPerSecond, dailyCap, brand }: SendingNumber): string {
  const cap = dailyCap === undefined ? 'none' : `${brand === undefined ? '' : `${brand}=`}${dailyCap}`;
  return [
    `--status ${status}`,
    ...(kind === undefined ? [] : [`--kind ${kind}`]),
    `--rate ${ratePerSecond ?? 'none'}`,
    ...(mmsPerSecond === undefined ? [] : [`--mms-rate ${mmsPerSecond}`]),
    `--daily-cap ${quoted(cap)}`,
  ].join(' ');
}

/** Quotes a word for a shell, where it must be. */
const quoted = (word: string) =>
  /^[\w=.-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
