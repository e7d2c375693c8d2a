import { type Command, InvalidArgumentError, Option } from 'commander';
import type { Account } from '../../../shared/accounts/account';
import {
  ACCOUNT_SETTING_NAMES,
  type AccountSetting,
  type AccountSettingName,
  EACH_SETTING,
  SETTING_TEXTS,
  type SettingTexts,
} from '../../../shared/accounts/account-settings';
import type { AccountChanges } from '../../../shared/accounts/account-store';
import { CONTENT_CATEGORIES } from '../../../shared/content/rules/content-category';
import { MAX_ID_CHARACTERS, RATE_LIMITS } from '../../../shared/limits';
import {
  collectContentCategories,
  collectCountries,
  collectCountryBudgets,
  collectEmails,
  collectRateLimits,
} from '../option-lists';
import {
  parseBetween,
  parseHoursOfWeek,
  parseMarketingCap,
  parseRetentionDays,
  parseSenderNumber,
  parseText,
  parseTimeZone,
  parseWholeNumber,
} from '../option-types';
import { FORCE_OPTION } from '../same-name';

type Kind = AccountSetting['kind'];
type OfKind<K extends Kind> = Extract<AccountSetting, { kind: K }>;
type Parser = (raw: string, earlier: never) => unknown;

/** Value of an option that clears its setting. Commander turns `null` into it. */
const CLEARED = '';

/** Returns a parser that reads one word as "not set". */
const clearedBy =
  (word: string, parse: (raw: string) => unknown): Parser =>
  (raw) =>
    raw === word ? CLEARED : parse(raw);

/** Returns a parser of a few words, each with its value. */
const choice =
  (values: Record<string, unknown>): Parser =>
  (raw) => {
    if (raw in values) return values[raw];
    throw new InvalidArgumentError(`Allowed choices are ${Object.keys(values).join(', ')}.`);
  };

/** Parsers of a value, by the kind of its setting. */
const PARSERS: { [K in Kind]: (setting: OfKind<K>, texts: SettingTexts) => Parser } = {
  text: ({ maxCharacters }, { pattern }) => clearedBy('', parseText(maxCharacters, pattern)),
  count: ({ minimum, maximum, default: byDefault }) =>
    byDefault === undefined
      ? clearedBy('none', parseBetween(minimum, maximum, ', or none'))
      : parseBetween(minimum, maximum),
  flag: () => choice({ on: true, off: false }),
  onOff: () => choice({ on: 'on', off: 'off', default: CLEARED }),
  timeZone: () => clearedBy('', parseTimeZone),
  sender: () => clearedBy('', parseSenderNumber),
  group: () => clearedBy('', parseText(MAX_ID_CHARACTERS)),
  countries: () => collectCountries,
  categories: () => collectContentCategories,
  rates: () => collectRateLimits,
  budgets: () => collectCountryBudgets,
  retention: () => parseRetentionDays,
  cap: () => clearedBy('none', parseMarketingCap),
  emails: ({ maximum }) => collectEmails(maximum),
  hours: () => clearedBy('', parseHoursOfWeek),
};

/** Returns the help of an option, with its default or what it takes. */
function helpOf(setting: AccountSetting, { help }: SettingTexts): string {
  if (setting.kind === 'rates') return `${help}; buckets: ${Object.keys(RATE_LIMITS).join(', ')}`;
  if (setting.kind === 'categories') return `${help}: ${CONTENT_CATEGORIES.join(', ')}`;
  if (setting.kind === 'count' || setting.kind === 'retention') {
    return setting.default === undefined ? help : `${help}; default: ${setting.default}`;
  }
  if (setting.kind === 'flag') return `${help}: on or off; default: ${setting.default ? 'on' : 'off'}`;
  return setting.kind === 'onOff' ? `${help}: on, off or default` : help;
}

const optionOf = (name: AccountSettingName): Option => new Option(SETTING_TEXTS[name].option);
/** Flags that take no argument, with the option that unsets them. */
const negatedOf = (option: string) => option.replace('--', '--no-');

/** Declares the options for an account's settings, except its name. */
export function withSettings(command: Command): Command {
  command
    .option(...FORCE_OPTION)
    .option('--sms-credits <n>', 'balance of SMS credits', parseWholeNumber)
    .option('--mms-credits <n>', 'balance of MMS credits', parseWholeNumber);
  for (const name of ACCOUNT_SETTING_NAMES) {
    const [setting, texts] = [EACH_SETTING[name], SETTING_TEXTS[name]];
    if (setting.isRequired) continue;
    if (!texts.option.includes('<')) {
      command.option(texts.option, texts.help).option(negatedOf(texts.option), `do not ${texts.help}`);
      continue;
    }
    const parserOf = PARSERS[setting.kind] as (of: AccountSetting, by: SettingTexts) => Parser;
    const parse = parserOf(setting, texts);
    command.option(texts.option, helpOf(setting, texts), (raw, earlier: unknown) =>
      parse(raw, earlier as never),
    );
  }
  return command;
}

/** Reads the named settings only; `null` clears one. */
export function readSettings(options: object): AccountChanges {
  const given = new Map<string, unknown>(Object.entries(options));
  const named = [
    ...['smsCredits', 'mmsCredits'].map((name) => [name, given.get(name)] as const),
    ...ACCOUNT_SETTING_NAMES.map((name) => [name, given.get(optionOf(name).attributeName())] as const),
  ];
  const present = named.filter(([, value]) => value !== undefined);
  return Object.fromEntries(present.map(([name, value]) => [name, value === CLEARED ? null : value]));
}

/** Leaves out cleared settings, since a new account has none to clear. */
export function withoutCleared(changes: AccountChanges): Partial<Account> {
  return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== null));
}
