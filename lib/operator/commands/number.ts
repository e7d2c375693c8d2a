import { type Command, Option } from 'commander';
import { listAllGroups } from '../../../shared/audience/groups/list-groups';
import type { AccountNumber, NumberStatus } from '../../../shared/senders/number';
import {
  addNumber,
  findNumber,
  listNumbers,
  removeNumber,
  updateNumber,
} from '../../../shared/senders/number-store';
import type { SenderNumber } from '../../../shared/phone-numbers/e164';
import { OperatorError } from '../operator-error';
import { parseRate, parseSenderNumber } from '../option-types';
import type { AddVerbs } from '../add-verbs';
import type { Report } from '../report';
import type { Target } from '../target';
import { addVerb, noSuchAccount, requireAccount, requireOpenAccount, withAccount } from '../verb';

interface NumberOptions {
  account: string;
  number: string;
  status?: NumberStatus;
  rate?: number | 'none';
}

export const addNumberVerbs: AddVerbs = (noun, io) => {
  addVerb<NumberOptions>(noun, io, {
    name: 'add',
    summary: 'assign a sender number to an account; Active unless said otherwise',
    declare: withNumber,
    run: ({ target }, options) => add(target, options),
  });
  addVerb<NumberOptions>(noun, io, {
    name: 'set',
    summary: 'change status or rate of a number',
    declare: withNumber,
    run: ({ target }, options) => set(target, options),
  });
  addVerb<{ account: string; number: SenderNumber }>(noun, io, {
    name: 'remove',
    summary: 'take a number from an account, so that any account can have it',
    declare: (command) =>
      withAccount(command).requiredOption(
        '--number <number>',
        'E.164 number or short code',
        parseSenderNumber,
      ),
    confirmation: async ({ target }, { account, number }) => {
      await checkRemovable(target, { accountId: account, number });
      return {
        question: `Remove ${number} from ${account}? Texts that wait for it are not sent.`,
        isYesRequired: true,
      };
    },
    run: ({ target }, { account: accountId, number }) => remove(target, { accountId, number }),
  });
  addVerb<{ account: string }>(noun, io, {
    name: 'list',
    summary: 'list the sender numbers of an account',
    declare: withAccount,
    run: async ({ target }, options) => {
      const account = await requireAccount(target, options.account);
      return reportNumbers(await listNumbers(target.table, account.id));
    },
  });
};

function withNumber(command: Command): Command {
  const statuses: NumberStatus[] = ['Active', 'Inactive'];
  return withAccount(command)
    .requiredOption('--number <number>', 'E.164 number or short code', parseSenderNumber)
    .addOption(new Option('--status <status>', 'whether it may send').choices(statuses))
    .option('--rate <n>', 'messages per second that it may send, or none', parseRate);
}

async function add(target: Target, options: NumberOptions): Promise<Report> {
  const { account: accountId, number, status } = options;
  const rate = readRate(options);
  await requireOpenAccount(target, accountId);
  const result = await addNumber(target, {
    accountId,
    number,
    status: status ?? 'Active',
    ratePerSecond: rate ?? undefined,
  });
  if ('refused' in result) {
    if (result.refused === 'noSuchAccount') throw noSuchAccount(accountId);
    throw new OperatorError(`${number} is assigned to another account.`);
  }
  const { added } = result;
  const isAsAsked =
    (status === undefined || added.status === status) &&
    (rate === undefined || (added.ratePerSecond ?? null) === rate);
  if (!isAsAsked) {
    throw new OperatorError(
      `${number} is assigned to the account already and stays as it was; change it with "number set".`,
    );
  }
  return reportNumber(added);
}

async function set(target: Target, options: NumberOptions): Promise<Report> {
  const { number, status } = options;
  const rate = readRate(options);
  const account = await requireOpenAccount(target, options.account);
  if (status === undefined && rate === undefined) {
    throw new OperatorError('Nothing to change: give --status or --rate.');
  }
  const changed = await updateNumber(target.table, {
    accountId: account.id,
    number,
    status,
    ratePerSecond: rate,
  });
  if (!changed) throw notAssigned(number);
  return reportNumber(changed);
}

async function remove(target: Target, address: { accountId: string; number: string }): Promise<Report> {
  await checkRemovable(target, address);
  if (!(await removeNumber(target, address))) throw notAssigned(address.number);
  return { json: address, rows: [], note: `${address.number} is removed.` };
}

/** @throws OperatorError for a number that the account has not, or that its settings name */
async function checkRemovable(
  target: Target,
  { accountId, number }: { accountId: string; number: string },
): Promise<void> {
  const account = await requireAccount(target, accountId);
  if (!(await findNumber(target.table, { accountId, number }))) throw notAssigned(number);
  if (account.defaultNumber === number) {
    throw new OperatorError(
      `${number} is the default number of the account: name another one first with "account set --default-number", or ` +
        'none with an empty text.',
    );
  }
  const groups = (await listAllGroups(target.table, accountId)).filter(({ from }) => from === number);
  if (groups.length > 0) {
    throw new OperatorError(
      `${number} is the sender of ${groups.map(({ id }) => id).join(', ')}: name another one first with "group set ` +
        '--from", or none with an empty text.',
    );
  }
}

function notAssigned(number: string): OperatorError {
  return new OperatorError(`${number} is not assigned to the account.`);
}

/** `undefined`: not named; `null`: none, the pace is the provider's. */
function readRate({ rate }: NumberOptions): number | null | undefined {
  return rate === 'none' ? null : rate;
}

const HEAD = ['number', 'status', 'messages per second', 'created at'];

function reportNumber(number: AccountNumber): Report {
  return { json: number, head: HEAD, rows: [numberRow(number)] };
}

function reportNumbers(numbers: AccountNumber[]): Report {
  return {
    json: numbers,
    head: HEAD,
    rows: numbers.map(numberRow),
    ...(numbers.length === 0 && { note: 'The account has no numbers.' }),
  };
}

function numberRow(number: AccountNumber) {
  return [number.number, number.status, number.ratePerSecond, number.createdAt];
}
