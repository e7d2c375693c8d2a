import { type Command, Option } from 'commander';
import { findUseOfNumber } from '../../../shared/operations/use-of-number';
import {
  guessKind,
  type NamedRates,
  NUMBER_KINDS,
  type NumberKind,
  RATES_BY_KIND,
  ratesOf,
} from '../../../shared/senders/number-kind';
import { readLeftToday } from '../../../shared/senders/cap-count';
import type { AccountNumber, NumberStatus } from '../../../shared/senders/number';
import {
  addNumber,
  findNumber,
  listNumbers,
  moveNumber,
  removeNumber,
  updateNumber,
} from '../../../shared/senders/number-store';
import type { SenderNumber } from '../../../shared/phone-numbers/e164';
import { changesBetween, changesOfWhole } from '../../../shared/audit/tell-changes';
import { OperatorError } from '../operator-error';
import { type GivenCap, parseDailyCap, parseRate, parseSenderNumber } from '../option-types';
import type { AddVerbs } from '../add-verbs';
import type { Report } from '../report';
import { REGION_SIDES, type RegionSide } from '../../../shared/platform/region-side';
import type { Target } from '../target';
import { keepChanges } from '../told-changes';
import { addVerb, noSuchAccount, requireAccount, requireOpenAccount, withAccount } from '../verb';

interface NumberOptions {
  account: string;
  number: string;
  status?: NumberStatus;
  kind?: NumberKind | undefined;
  region?: RegionSide;
  rate?: number | 'none';
  mmsRate?: number | 'none';
  dailyCap?: GivenCap;
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
    summary: 'change status, kind, rates or daily cap of a number',
    declare: withNumber,
    check: ({ status, kind, region, rate, mmsRate, dailyCap }) => {
      if ([status, kind, region, rate, mmsRate, dailyCap].some((option) => option !== undefined)) return;
      throw new OperatorError(
        'Nothing to change: give --status, --kind, --region, --rate, --mms-rate or --daily-cap.',
      );
    },
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
  addVerb<MoveOptions>(noun, io, {
    name: 'move',
    summary: 'give a number of one account to another, with its status, kind, rates and daily cap',
    declare: (command) =>
      withAccount(command)
        .requiredOption('--number <number>', 'E.164 number or short code', parseSenderNumber)
        .requiredOption('--to-account <id>', 'account that gets it'),
    check: ({ account, number, toAccount }) => {
      if (account === toAccount) throw new OperatorError(`${number} belongs to ${account} already.`);
    },
    confirmation: async ({ target }, { account, number, toAccount }) => {
      await checkRemovable(target, { accountId: account, number });
      const { name, id } = await requireOpenAccount(target, toAccount);
      return {
        question: `Move ${number} from ${account} to ${name} (${id})? Texts of ${account} that wait for it are not sent.`,
        isYesRequired: true,
      };
    },
    run: ({ target }, options) => move(target, options),
  });
  addVerb<{ account: string }>(noun, io, {
    name: 'list',
    summary: 'list the sender numbers of an account',
    declare: withAccount,
    run: async ({ target }, options) => {
      const account = await requireAccount(target, options.account);
      return reportNumbers(target, await listNumbers(target.table, account.id));
    },
  });
};

function withNumber(command: Command): Command {
  const statuses: NumberStatus[] = ['Active', 'Inactive'];
  return withAccount(command)
    .requiredOption('--number <number>', 'E.164 number or short code', parseSenderNumber)
    .addOption(new Option('--status <status>', 'whether it may send').choices(statuses))
    .addOption(
      new Option('--kind <kind>', 'what it is to carriers, which sets its rates').choices(NUMBER_KINDS),
    )
    .addOption(
      new Option(
        '--region <region>',
        'of a stage with two regions: which of them has the number at AWS',
      ).choices(REGION_SIDES),
    )
    .option('--rate <n>', 'message parts per second that it may send, or none', parseRate)
    .option('--mms-rate <n>', 'MMS per second that it may send, or none', parseRate)
    .option(
      '--daily-cap <[brand=]n>',
      "message parts that T-Mobile takes of the number's brand in a day, or none",
      parseDailyCap,
    )
    .addHelpText('after', KIND_RATES);
}

async function add(target: Target, options: NumberOptions): Promise<Report> {
  const { account: accountId, number, status, dailyCap } = options;
  const isGuessed = options.kind === undefined && options.rate === undefined && options.mmsRate === undefined;
  const kind = isGuessed && target.outputs.Provider === 'eum' ? guessKind(number) : options.kind;
  const rates = readRates({ ...options, kind });
  await requireOpenAccount(target, accountId);
  const result = await addNumber(target, {
    accountId,
    number,
    status: status ?? 'Active',
    kind,
    region: options.region,
    ratePerSecond: rates.ratePerSecond ?? undefined,
    mmsPerSecond: rates.mmsPerSecond ?? undefined,
    dailyCap: dailyCap?.dailyCap ?? undefined,
    brand: dailyCap?.brand ?? undefined,
  });
  if ('refused' in result) {
    if (result.refused === 'noSuchAccount') throw noSuchAccount(accountId);
    throw new OperatorError(`${number} is assigned to another account.`);
  }
  const { added } = result;
  const isAsAsked =
    (status === undefined || added.status === status) &&
    (options.region === undefined || added.region === options.region) &&
    isAlike(added, { ...dailyCap }) &&
    (isGuessed || isAlike(added, { kind, ...rates }));
  if (!isAsAsked) {
    throw new OperatorError(
      `${number} is assigned to the account already and stays as it was; change it with "number set".`,
    );
  }
  const { createdAt: _, accountId: _account, number: _number, ...told } = added;
  return { ...(await reportNumber(target, added)), changes: changesBetween({}, told) };
}

async function set(target: Target, options: NumberOptions): Promise<Report> {
  const { number, status, kind, region } = options;
  const rates = readRates(options);
  const account = await requireOpenAccount(target, options.account);
  const told = keepChanges();
  const changed = await updateNumber(target.table, {
    ...{ accountId: account.id, number, status, kind, region, ...rates, ...options.dailyCap },
    beforeWrite: told.beforeWrite,
  });
  if (!changed) throw notAssigned(number);
  return { ...(await reportNumber(target, changed)), changes: told.changes };
}

async function remove(target: Target, address: { accountId: string; number: string }): Promise<Report> {
  await checkRemovable(target, address);
  const known = await findNumber(target.table, address);
  if (!(await removeNumber(target, address))) throw notAssigned(address.number);
  const { status, kind, region, ratePerSecond, mmsPerSecond, dailyCap, brand } = known ?? {};
  const changes = changesOfWhole({ status, kind, region, ratePerSecond, mmsPerSecond, dailyCap, brand });
  return { json: address, rows: [], note: `${address.number} is removed.`, changes };
}

interface MoveOptions {
  account: string;
  number: SenderNumber;
  toAccount: string;
}

async function move(target: Target, { account, number, toAccount }: MoveOptions): Promise<Report> {
  await checkRemovable(target, { accountId: account, number });
  const result = await moveNumber(target, { accountId: account, number, toAccountId: toAccount });
  if ('moved' in result) {
    return {
      ...(await reportNumber(target, result.moved)),
      changes: [{ what: 'account', from: account, to: toAccount }],
      alsoIn: [{ accountId: toAccount, related: account }],
    };
  }
  throw result.refused === 'noSuchAccount' ? noSuchAccount(toAccount) : notAssigned(number);
}

/** @throws OperatorError for a number that the account does not have, or that its settings name */
async function checkRemovable(
  target: Target,
  { accountId, number }: { accountId: string; number: string },
): Promise<void> {
  await requireAccount(target, accountId);
  const use = await findUseOfNumber(target.table, { accountId, number });
  switch (use?.used) {
    case undefined:
      return;
    case 'notAssigned':
      throw notAssigned(number);
    case 'defaultNumber':
      throw new OperatorError(
        `${number} is the default number of the account: name another one first with "account set --default-number", or ` +
          'none with an empty text.',
      );
    case 'sendsForGroups':
      throw new OperatorError(
        `${number} is the sender of ${use.groupIds.join(', ')}: name another one first with "group set ` +
          '--from", or none with an empty text.',
      );
  }
}

function notAssigned(number: string): OperatorError {
  return new OperatorError(`${number} is not assigned to the account.`);
}

function readRates({ kind, rate, mmsRate }: Pick<NumberOptions, 'kind' | 'rate' | 'mmsRate'>) {
  return ratesOf(kind, {
    ratePerSecond: rate === 'none' ? null : rate,
    mmsPerSecond: mmsRate === 'none' ? null : mmsRate,
  });
}

function isAlike(
  number: AccountNumber,
  asked: NamedRates & Partial<GivenCap> & { kind?: NumberKind | undefined },
): boolean {
  return Object.entries(asked).every(
    ([name, value]) => value === undefined || (number[name as keyof typeof asked] ?? null) === value,
  );
}

const KIND_RATES = `
Message parts and MMS per second of each kind, unless --rate and --mms-rate say otherwise:
${NUMBER_KINDS.map((kind) => `  ${kind.padEnd(11)} ${RATES_BY_KIND[kind].ratePerSecond} and ${RATES_BY_KIND[kind].mmsPerSecond}`).join('\n')}

A number that is added to a service on End User Messaging without kind and rates gets those of the kind that it shows.`;

/** Columns of a number, by the field that they show. */
const COLUMNS = {
  number: 'number',
  status: 'status',
  kind: 'kind',
  region: 'region',
  ratePerSecond: 'parts per second',
  mmsPerSecond: 'MMS per second',
  dailyCap: 'parts per day',
  brand: 'brand',
  leftToday: 'left today',
  createdAt: 'created at',
} as const;
const HEAD = Object.values(COLUMNS);

async function reportNumber(target: Target, number: AccountNumber): Promise<Report> {
  const all = await listNumbers(target.table, number.accountId);
  const left = await readLeftToday(target, { numbers: all });
  const shown = shownNumber(number, left);
  return { json: shown, head: HEAD, rows: [rowOf(shown)] };
}

async function reportNumbers(target: Target, numbers: AccountNumber[]): Promise<Report> {
  const left = await readLeftToday(target, { numbers });
  const shown = numbers.map((number) => shownNumber(number, left));
  return {
    ...{ json: shown, head: HEAD, rows: shown.map(rowOf) },
    ...(numbers.length === 0 && { note: 'The account has no numbers.' }),
  };
}

const shownNumber = ({ usedUpCap: _, ...number }: AccountNumber, left: ReadonlyMap<string, number>) => ({
  ...number,
  leftToday: left.get(number.number),
});

const rowOf = (shown: ReturnType<typeof shownNumber>) =>
  (Object.keys(COLUMNS) as Array<keyof typeof COLUMNS>).map((field) => shown[field]);
