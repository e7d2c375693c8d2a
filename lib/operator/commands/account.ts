import { type Command, Option } from 'commander';
import type { Account, OnOrOff } from '../../../shared/accounts/account';
import { type AccountChanges, listAccounts, updateAccount } from '../../../shared/accounts/account-store';
import { createAccount } from '../../../shared/accounts/create-account';
import type { RetentionDays } from '../../../shared/accounts/retention';
import { type Charge, NO_CHARGE } from '../../../shared/accounts/charge';
import { balanceOf } from '../../../shared/accounts/pay-credits';
import { quotaUsedToday } from '../../../shared/accounts/daily-quota';
import { setClickRetention } from '../../../shared/content/link-store';
import { CONTENT_CATEGORIES, type ContentCategory } from '../../../shared/content/rules/content-category';
import { checkGroupSender } from '../../../shared/audience/groups/check-group';
import {
  DEFAULT_MAX_SEGMENTS,
  DEFAULT_RETENTION_DAYS,
  MAX_BODY_CHARACTERS,
  type RateLimitBucket,
  RATE_LIMITS,
} from '../../../shared/limits';
import type { PhoneCountry } from '../../../shared/phone-numbers/country';
import { closeAccount } from '../close-account';
import { OperatorError } from '../operator-error';
import {
  collectContentCategories,
  collectCountries,
  collectRateLimits,
  orEmpty,
  parseApprovalAbove,
  parseCount,
  parseMarketingCap,
  parseName,
  parseRetentionDays,
  parseSenderNumber,
  parseText,
  parseTimeZone,
  parseWholeNumber,
} from '../option-types';
import type { AddVerbs } from '../add-verbs';
import type { Cell, Report } from '../report';
import { checkAccountName, FORCE_OPTION, type NameOptions } from '../same-name';
import type { Target } from '../target';
import {
  addVerb,
  noSuchAccount,
  requireAccount,
  requireOpenAccount,
  type Session,
  withAccount,
} from '../verb';

/** A text that is empty is to be cleared. */
interface Settings {
  name?: string;
  smsCredits?: number;
  mmsCredits?: number;
  dailyQuota?: number;
  silentOptIn?: boolean;
  rateLimit?: Partial<Record<RateLimitBucket, number>>;
  timeZone?: string;
  defaultNumber?: string;
  keywordReplies?: OnOrOff | 'default';
  helpText?: string;
  optOutText?: string;
  contentExemption?: ContentCategory[];
  country?: PhoneCountry[];
  enforceOptInType?: OnOrOff;
  maxSegments?: number;
  retentionDays?: RetentionDays;
  legalHours?: OnOrOff;
  marketingCap?: NonNullable<Account['marketingCap']> | 'none';
  approvalAbove?: number | 'none';
}

export const addAccountVerbs: AddVerbs = (noun, io) => {
  addVerb<Settings & NameOptions & { name: string }>(noun, io, {
    name: 'create',
    summary: 'create an account',
    declare: (command) =>
      withSettings(command.requiredOption('--name <name>', 'name of the account', parseName)),
    run: async (session, options) => {
      const { target } = session;
      await checkAccountName(session, options);
      const account = await createAccount(target, {
        ...withoutCleared(readSettings(options)),
        name: options.name,
      });
      return describeAccount(target, account);
    },
  });
  addVerb<{ account: string }>(noun, io, {
    name: 'show',
    summary: 'show an account with its balances, limits and settings',
    declare: withAccount,
    run: async ({ target }, options) =>
      describeAccount(target, await requireAccount(target, options.account)),
  });
  addVerb<Settings & NameOptions & { account: string }>(noun, io, {
    name: 'set',
    summary: 'change an account; what is not named stays, an empty text clears',
    declare: (command) =>
      withSettings(withAccount(command).option('--name <name>', 'name of the account', parseName)),
    run: setAccount,
  });
  addVerb<{ account: string }>(noun, io, {
    name: 'close',
    summary: 'close an account for good: it sends nothing any more, its keys open nothing; its data is kept',
    declare: withAccount,
    confirmation: async ({ target }, options) => {
      const { id, name } = await requireAccount(target, options.account);
      return {
        question: `Close the account ${name} (${id})? Its keys are revoked, its numbers removed, its webhooks disabled.`,
        isYesRequired: true,
      };
    },
    run: async ({ target }, options) => {
      const closed = await closeAccount(target, options.account);
      if (!closed) throw noSuchAccount(options.account);
      return describeAccount(target, closed);
    },
  });
  addVerb<object>(noun, io, {
    name: 'list',
    summary: 'list all accounts, oldest first',
    declare: (command) => command,
    run: async ({ target }) => reportAccounts(target, await listAccounts(target.table)),
  });
};

function withSettings(command: Command): Command {
  return command
    .option(...FORCE_OPTION)
    .option('--sms-credits <n>', 'balance of SMS credits', parseWholeNumber)
    .option('--mms-credits <n>', 'balance of MMS credits', parseWholeNumber)
    .option(
      '--daily-quota <n>',
      'recipients of broadcasts and batches, and opt-in texts, in a UTC day',
      parseWholeNumber,
    )
    .option('--silent-opt-in', 'allow the opt-in mode SILENT')
    .option('--no-silent-opt-in', 'do not allow the opt-in mode SILENT')
    .option(
      '--rate-limit <bucket=n>',
      `requests a minute; may be repeated; buckets: ${Object.keys(RATE_LIMITS).join(', ')}`,
      collectRateLimits,
    )
    .option('--time-zone <tz>', 'IANA time zone of contacts without their own', orEmpty(parseTimeZone))
    .option(
      '--default-number <number>',
      'sender of opt-in texts, one of the numbers of the account',
      orEmpty(parseSenderNumber),
    )
    .addOption(
      new Option(
        '--keyword-replies <when>',
        'whether STOP and HELP are answered; default: as the stack says',
      ).choices(['on', 'off', 'default']),
    )
    .option('--help-text <text>', 'answer to HELP', orEmpty(parseText(MAX_BODY_CHARACTERS)))
    .option(
      '--opt-out-text <text>',
      'answer to STOP, and the last text that they get',
      orEmpty(parseText(MAX_BODY_CHARACTERS)),
    )
    .option(
      '--content-exemption <category>',
      `content that is not refused for the account, or none; may be repeated: ${CONTENT_CATEGORIES.join(', ')}`,
      collectContentCategories,
    )
    .option(
      '--country <code>',
      'country that texts may go to, such as US, or all; may be repeated',
      collectCountries,
    )
    .addOption(
      new Option(
        '--enforce-opt-in-type <when>',
        'whether the opt-in mode DIRECT is refused for groups of type DOUBLE',
      ).choices(['on', 'off']),
    )
    .option(
      '--max-segments <n>',
      `segments that an SMS may take with the values of its merge tags; default: ${DEFAULT_MAX_SEGMENTS}`,
      parseCount,
    )
    .option(
      '--retention-days <n>',
      `days that messages, results, inbound texts and clicks are kept, or none; default: ${DEFAULT_RETENTION_DAYS}`,
      parseRetentionDays,
    )
    .addOption(
      new Option(
        '--legal-hours <when>',
        "whether marketing campaigns keep to the hours that the recipient's law allows; default: on",
      ).choices(['on', 'off']),
    )
    .option(
      '--marketing-cap <n/hours>',
      "marketing campaigns' messages to one recipient in so many hours, such as 2/24, or none",
      parseMarketingCap,
    )
    .option(
      '--approval-above <n>',
      'a campaign for more recipients is sent only after an approval, or none',
      parseApprovalAbove,
    );
}

async function setAccount(
  session: Session,
  options: Settings & NameOptions & { account: string },
): Promise<Report> {
  const { target } = session;
  const account = await requireOpenAccount(target, options.account);
  const changes = readSettings(options);
  if (changes.rateLimits) changes.rateLimits = { ...account.rateLimits, ...changes.rateLimits };
  if (Object.keys(changes).length === 0) {
    throw new OperatorError('Nothing to change: name at least one setting, see "account set --help".');
  }
  if (options.defaultNumber) {
    await checkGroupSender(target.table, { accountId: account.id, from: options.defaultNumber });
  }
  const { name } = options;
  if (name !== undefined) await checkAccountName(session, { ...options, name, id: account.id });
  const changed = await updateAccount({ table: target.table, accountId: account.id, changes });
  if (!changed) throw noSuchAccount(account.id);
  const { id: accountId, retentionDays } = changed;
  if (changes.retentionDays) await setClickRetention(target.table, { accountId, retentionDays });
  return describeAccount(target, changed);
}

/** The named settings only; `null` clears. */
function readSettings(options: Settings): AccountChanges {
  const { name, smsCredits, mmsCredits, dailyQuota, silentOptIn } = options;
  const { timeZone, defaultNumber, keywordReplies, helpText, optOutText } = options;
  const settings = {
    name,
    smsCredits,
    mmsCredits,
    dailyQuota,
    silentOptIn,
    rateLimits: options.rateLimit,
    timeZone: timeZone === '' ? null : timeZone,
    defaultNumber: defaultNumber === '' ? null : defaultNumber,
    keywordReplies: keywordReplies === 'default' ? null : keywordReplies,
    helpText: helpText === '' ? null : helpText,
    optOutText: optOutText === '' ? null : optOutText,
    contentExemptions: options.contentExemption,
    countries: options.country,
    enforceOptInType: options.enforceOptInType && options.enforceOptInType === 'on',
    maxSegments: options.maxSegments,
    retentionDays: options.retentionDays,
    legalHours: options.legalHours && options.legalHours === 'on',
    marketingCap: options.marketingCap === 'none' ? null : options.marketingCap,
    approvalAbove: options.approvalAbove === 'none' ? null : options.approvalAbove,
  };
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}

/** In a new account there is nothing to clear. */
function withoutCleared(changes: AccountChanges): Partial<Account> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== null));
}

async function describeAccount(target: Target, account: Account): Promise<Report> {
  const usedToday = await quotaUsedToday(target, account.id);
  const credits = await balanceOf(target, account);
  const rows: Cell[][] = [
    ['id', account.id],
    ['name', account.name],
    ['SMS credits', credits.sms],
    ['MMS credits', credits.mms],
    ['daily quota', `${account.dailyQuota} (used today: ${usedToday})`],
    ['silent opt-in', account.silentOptIn],
    ['rate limits', describeRateLimits(account)],
    ['time zone', account.timeZone],
    ['default number', account.defaultNumber],
    ['keyword replies', account.keywordReplies ?? 'as the stack says'],
    ['help text', account.helpText],
    ['opt-out text', account.optOutText],
    ['content exemptions', account.contentExemptions.join(', ')],
    ['countries', account.countries.join(', ') || 'all'],
    ['enforce opt-in type', account.enforceOptInType],
    ['most segments', account.maxSegments],
    ['retention in days', account.retentionDays],
    ['legal hours', account.legalHours],
    ['marketing cap', describeCap(account)],
    ['approval above', account.approvalAbove ?? 'none'],
    ['created at', account.createdAt],
    ['closed at', account.closedAt],
  ];
  return { json: { ...presentAccount(account, credits), usedToday }, rows };
}

function presentAccount(account: Account, credits: Charge) {
  const { smsCredits: _sms, mmsCredits: _mms, hasPurses: _hasPurses, ...settings } = account;
  return { ...settings, credits };
}

function describeCap({ marketingCap }: Account): string {
  return marketingCap ? `${marketingCap.messages} in ${marketingCap.hours} hours` : 'none';
}

/** Every bucket, with what holds for the account. */
function describeRateLimits(account: Account): string {
  return Object.entries({ ...RATE_LIMITS, ...account.rateLimits })
    .map(([bucket, limit]) => `${bucket} ${limit}`)
    .join('\n');
}

async function reportAccounts(target: Target, accounts: Account[]): Promise<Report> {
  const credits = await Promise.all(accounts.map(async (account) => balanceOf(target, account)));
  return {
    json: accounts.map((account, index) => presentAccount(account, credits[index] ?? NO_CHARGE)),
    head: ['id', 'name', 'SMS credits', 'MMS credits', 'daily quota', 'created at', 'closed at'],
    rows: accounts.map((account, index) => [
      account.id,
      account.name,
      credits[index]?.sms,
      credits[index]?.mms,
      account.dailyQuota,
      account.createdAt,
      account.closedAt,
    ]),
    ...(accounts.length === 0 && { note: 'There are no accounts.' }),
  };
}
