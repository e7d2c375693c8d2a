import { type Command, Option } from 'commander';
import type { Account, OnOrOff } from '../../../shared/accounts/account';
import type { AccountChanges } from '../../../shared/accounts/account-store';
import type { RetentionDays } from '../../../shared/accounts/retention';
import { CONTENT_CATEGORIES, type ContentCategory } from '../../../shared/content/rules/content-category';
import {
  DEFAULT_FREE_TEXTS,
  DEFAULT_MAX_SEGMENTS,
  DEFAULT_RETENTION_DAYS,
  MAX_BODY_CHARACTERS,
  type RateLimitBucket,
  RATE_LIMITS,
} from '../../../shared/limits';
import type { PhoneCountry } from '../../../shared/phone-numbers/country';
import {
  collectContentCategories,
  collectCountries,
  collectRateLimits,
  orEmpty,
  parseApprovalAbove,
  parseCount,
  parseMarketingCap,
  parseRetentionDays,
  parseSenderNumber,
  parseText,
  parseTimeZone,
  parseWholeNumber,
} from '../option-types';
import { FORCE_OPTION } from '../same-name';

/** Settings of an account from the command line. An empty text clears its setting. */
export interface AccountSettingsOptions {
  name?: string;
  smsCredits?: number;
  mmsCredits?: number;
  dailyQuota?: number;
  freeTexts?: number;
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

/** Declares the options for an account's settings. */
export function withSettings(command: Command): Command {
  return command
    .option(...FORCE_OPTION)
    .option('--sms-credits <n>', 'balance of SMS credits', parseWholeNumber)
    .option('--mms-credits <n>', 'balance of MMS credits', parseWholeNumber)
    .option(
      '--daily-quota <n>',
      'recipients of broadcasts and batches, and opt-in texts, in a UTC day',
      parseWholeNumber,
    )
    .option(
      '--free-texts <n>',
      `opt-in, confirmation and keyword texts in a UTC day, besides answers to STOP; default: ${DEFAULT_FREE_TEXTS}`,
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

/** Reads the named settings only; `null` clears one. */
export function readSettings(options: AccountSettingsOptions): AccountChanges {
  const { name, smsCredits, mmsCredits, dailyQuota, silentOptIn } = options;
  const { timeZone, defaultNumber, keywordReplies, helpText, optOutText } = options;
  const settings = {
    name,
    smsCredits,
    mmsCredits,
    dailyQuota,
    freeTexts: options.freeTexts,
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

/** Leaves out cleared settings, since a new account has none to clear. */
export function withoutCleared(changes: AccountChanges): Partial<Account> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== null));
}
