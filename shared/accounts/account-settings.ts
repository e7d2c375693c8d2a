import {
  DEFAULT_DAILY_QUOTA,
  DEFAULT_FREE_TEXTS,
  DEFAULT_MAX_SEGMENTS,
  DEFAULT_RETENTION_DAYS,
  MAX_ACCOUNT_NAME_CHARACTERS,
  MAX_AMOUNT,
  MAX_APPROVAL_EMAILS,
  MAX_BODY_CHARACTERS,
  MAX_BRAND_CHARACTERS,
  MAX_OPT_OUT_URL_CHARACTERS,
  MAX_PROTECTION_CHARACTERS,
  MAX_SEGMENTS_OF_A_TEXT,
} from '../limits';

/** Form of a setting's value. What it is in the table, in JSON, on the command line and in the console follows from it. */
type Form =
  | { kind: 'text'; maxCharacters: number; isLong?: true }
  | { kind: 'count'; minimum: number; maximum: number; default?: number }
  | { kind: 'flag'; default: boolean }
  | { kind: 'onOff' }
  | { kind: 'timeZone' }
  | { kind: 'sender' }
  /** Id of a group of the account. */
  | { kind: 'group' }
  | { kind: 'countries'; default: readonly string[] }
  /** Texts in a UTC day by country. */
  | { kind: 'budgets'; default: object }
  | { kind: 'categories'; default: readonly string[] }
  /** Requests per minute by bucket; a change of one leaves the others. */
  | { kind: 'rates'; default: object }
  | { kind: 'retention'; default: number }
  | { kind: 'cap' }
  /** E-mail addresses, in lower case. */
  | { kind: 'emails'; maximum: number; default: readonly string[] }
  /** Hours of the week by the account's clock. */
  | { kind: 'hours' };

/** Form of a setting, who sets it, and its default. */
export type AccountSetting = Form & {
  /** Role that may change it. `both`: administrators within bounds that the route checks. */
  setBy: 'administrator' | 'operator' | 'both';
  /** Value of a new account. A setting without a default can be cleared with `null`, unless it is required. */
  default?: unknown;
  isRequired?: true;
};

/** Headings of the settings, in their order on the screen. */
export const SETTING_HEADINGS = {
  account: 'Name and time zone',
  approval: 'Approval and tests',
  sending: 'Numbers and texts',
  limits: 'Limits and budgets',
  consent: 'Consent, STOP and HELP',
  away: 'Outside the open hours',
  kept: 'What is kept',
} as const;
export type SettingHeading = keyof typeof SETTING_HEADINGS;

/** Texts about a setting in the operator CLI and in the console. */
export interface SettingTexts {
  /** Heading under which the console shows it. */
  heading: SettingHeading;
  /** Option of `account create` and `account set`, and its help. A flag without an argument also has a `--no-` form. */
  option: string;
  help: string;
  /** Form that an operator's text must have. */
  pattern?: RegExp;
  /** Row of `account show`, and its text while the setting is not set. */
  label: string;
  unset?: string;
  /** Label and description in the console, and those in the form of operators where they differ. */
  title: string;
  hint?: string;
  forOperators?: { title: string; hint: string };
}

/**
 * Settings of an account. Storage, JSON schemas, the options and rows of the operator CLI and the forms of the console are
 * all derived from these entries and their texts.
 *
 * **Source:** rules E7.
 */
export const ACCOUNT_SETTINGS = {
  name: {
    ...{ kind: 'text', maxCharacters: MAX_ACCOUNT_NAME_CHARACTERS, isRequired: true },
    setBy: 'administrator',
  },
  /** Sender that default texts name; absent: the name of the account. **Source:** rules 4.6. */
  brand: {
    ...{ kind: 'text', maxCharacters: MAX_BRAND_CHARACTERS },
    setBy: 'administrator',
  },
  /** Most recipients of broadcasts and batches, and opt-in texts, per UTC day. */
  dailyQuota: {
    ...{ kind: 'count', minimum: 0, maximum: MAX_AMOUNT, default: DEFAULT_DAILY_QUOTA },
    setBy: 'operator',
  },
  /** Most opt-in, confirmation and keyword texts and away replies per UTC day, without answers to STOP. **Source:** rules E7. */
  freeTexts: {
    ...{ kind: 'count', minimum: 0, maximum: MAX_AMOUNT, default: DEFAULT_FREE_TEXTS },
    setBy: 'operator',
  },
  /** True when the account may use `optInMode` `SILENT`. **Source:** rules 5.5. */
  silentOptIn: {
    ...{ kind: 'flag', default: false },
    setBy: 'operator',
  },
  /** Limits of the account that differ from the usual ones. **Source:** rules 8.1. */
  rateLimits: {
    ...{ kind: 'rates', default: {} },
    setBy: 'operator',
  },
  /** IANA name; it decides "today" for contacts without `tz`. */
  timeZone: {
    kind: 'timeZone',
    setBy: 'administrator',
  },
  /** Sender of opt-in texts for groups without a number of their own; absent: the only Active number. */
  defaultNumber: {
    kind: 'sender',
    setBy: 'administrator',
  },
  /** Answers to STOP and HELP, on or off; absent: the setting of the stack. */
  keywordReplies: {
    kind: 'onOff',
    setBy: 'administrator',
  },
  /** Answer to HELP; absent: a text that names the account. */
  helpText: {
    ...{ kind: 'text', maxCharacters: MAX_BODY_CHARACTERS, isLong: true },
    setBy: 'administrator',
  },
  /** Answer to a contact's first STOP; absent: a text that names the account. */
  optOutText: {
    ...{ kind: 'text', maxCharacters: MAX_BODY_CHARACTERS, isLong: true },
    setBy: 'administrator',
  },
  /** Page on which people opt out of texts from a sender id, which takes no STOP. **Source:** rules 2.8. */
  optOutUrl: {
    ...{ kind: 'text', maxCharacters: MAX_OPT_OUT_URL_CHARACTERS },
    setBy: 'administrator',
  },
  /** Answer to texts that are no keyword, outside the open hours; absent: none. **Source:** rules 3.3. */
  awayReply: {
    ...{ kind: 'text', maxCharacters: MAX_BODY_CHARACTERS, isLong: true },
    setBy: 'administrator',
  },
  /** Hours in which people answer, by the account's clock; absent: the away reply is sent at any time. */
  openHours: {
    kind: 'hours',
    setBy: 'administrator',
  },
  /** Content rules that do not apply to the account, such as alcohol for an age-gated programme. */
  contentExemptions: {
    ...{ kind: 'categories', default: [] },
    setBy: 'operator',
  },
  /** Countries that texts may go to; empty: all. **Source:** rules E7. */
  countries: {
    ...{ kind: 'countries', default: [] },
    setBy: 'administrator',
  },
  /** Most texts in a UTC day to a country, by its code; a country without one has no bound. **Source:** rules E7. */
  countryBudgets: {
    ...{ kind: 'budgets', default: {} },
    setBy: 'operator',
  },
  /** True when texts to a country are stopped once they are ten times as many as usual. **Source:** rules E7. */
  countryJumpStop: {
    ...{ kind: 'flag', default: false },
    setBy: 'operator',
  },
  /** Rules of the provider by which the account's texts are refused, besides its own. **Source:** rules 2.8. */
  protection: {
    ...{ kind: 'text', maxCharacters: MAX_PROTECTION_CHARACTERS },
    setBy: 'operator',
  },
  /** True when the provider is told which texts people click or answer. **Source:** rules E12. */
  messageFeedback: {
    ...{ kind: 'flag', default: false },
    setBy: 'operator',
  },
  /** True when contacts keep the time of the last text to them, for audiences. **Source:** rules E3. */
  trackLastTexted: {
    ...{ kind: 'flag', default: false },
    setBy: 'operator',
  },
  /** True when `DIRECT` into a `DOUBLE` group is refused. **Source:** rules E7. */
  enforceOptInType: {
    ...{ kind: 'flag', default: false },
    setBy: 'administrator',
  },
  /** Most segments of a resolved SMS; a longer one is not sent. */
  maxSegments: {
    ...{ kind: 'count', minimum: 1, maximum: MAX_SEGMENTS_OF_A_TEXT, default: DEFAULT_MAX_SEGMENTS },
    setBy: 'administrator',
  },
  /** Days that messages, results, inbound texts and clicks are kept. **Source:** rules E2. */
  retentionDays: {
    ...{ kind: 'retention', default: DEFAULT_RETENTION_DAYS },
    setBy: 'administrator',
  },
  /** True when numbers to which texts fail for good are set aside. **Source:** rules E11. */
  setAsideNumbers: {
    ...{ kind: 'flag', default: false },
    setBy: 'administrator',
  },
  /** True when numbers are looked up at the provider, and landlines and invalid ones set aside. **Source:** rules E11.1. */
  carrierLookup: {
    ...{ kind: 'flag', default: false },
    setBy: 'operator',
  },
  /** True when marketing campaigns keep to the legal hours. **Source:** rules E4.4. */
  legalHours: {
    ...{ kind: 'flag', default: true },
    setBy: 'operator',
  },
  /** Most messages of marketing campaigns to one recipient within a number of hours. **Source:** rules E4.6. */
  marketingCap: {
    kind: 'cap',
    setBy: 'administrator',
  },
  /** US dollars that the texts of a month may cost before the console warns. **Source:** rules E7. */
  monthlyBudget: {
    ...{ kind: 'count', minimum: 1, maximum: MAX_AMOUNT },
    setBy: 'administrator',
  },
  /** Group whose members are the test phones of the account. **Source:** rules E4. */
  testGroup: {
    kind: 'group',
    setBy: 'administrator',
  },
  /** Most recipients of a launch without an approval; absent: no launch needs one. **Source:** rules E4.7. */
  approvalAbove: {
    ...{ kind: 'count', minimum: 0, maximum: MAX_AMOUNT },
    setBy: 'both',
  },
  /** Addresses that are told by e-mail of approvals that are awaited and given. **Source:** rules E4.7. */
  approvalEmails: {
    ...{ kind: 'emails', maximum: MAX_APPROVAL_EMAILS, default: [] },
    setBy: 'administrator',
  },
} as const satisfies Record<string, AccountSetting>;

export type AccountSettingName = keyof typeof ACCOUNT_SETTINGS;

/** Texts of the settings, apart from what they are: functions that store and read accounts do not load them. */
export const SETTING_TEXTS: Readonly<Record<AccountSettingName, SettingTexts>> = {
  name: {
    heading: 'account',
    option: '--name <name>',
    help: 'name of the account',
    label: 'name',
    title: 'Name',
  },
  brand: {
    heading: 'account',
    option: '--brand <name>',
    help: 'name that recipients know; default texts begin with it; default: the name of the account',
    label: 'brand',
    unset: 'the name',
    title: 'Brand',
    hint: 'The texts that this service writes begin with it. Empty: the name of the account.',
  },
  dailyQuota: {
    heading: 'limits',
    option: '--daily-quota <n>',
    help: 'recipients of broadcasts and batches, and opt-in texts, in a UTC day',
    label: 'daily quota',
    title: 'Recipients in a day, at most',
    hint: 'Of broadcasts, batches, campaigns and texts on joining, in a day by UTC.',
  },
  freeTexts: {
    heading: 'limits',
    option: '--free-texts <n>',
    help: 'opt-in, confirmation and keyword texts and away replies in a UTC day, besides answers to STOP',
    label: 'free texts a day',
    title: 'Free texts in a day, at most',
    hint: 'On joining, to confirm, answers to HELP and keywords, and away messages, in a day by UTC. Answers to STOP always go out.',
  },
  silentOptIn: {
    heading: 'consent',
    option: '--silent-opt-in',
    help: 'allow the opt-in mode SILENT',
    label: 'silent opt-in',
    title: 'Programs may add contacts to groups without a text',
    hint: 'For contacts who consented elsewhere: they get no text on joining a group.',
  },
  rateLimits: {
    heading: 'limits',
    option: '--rate-limit <bucket=n>',
    help: 'requests a minute; may be repeated',
    label: 'rate limits',
    title: 'Requests a minute, at most',
  },
  timeZone: {
    heading: 'account',
    option: '--time-zone <tz>',
    help: 'IANA time zone of contacts without their own',
    label: 'time zone',
    title: 'Time zone',
    hint: 'Such as America/Chicago. Empty: UTC.',
  },
  defaultNumber: {
    heading: 'sending',
    option: '--default-number <number>',
    help: 'sender of opt-in texts, one of the numbers of the account',
    label: 'default number',
    title: 'Default number',
    hint: 'Sends the texts on joining of groups without a number.',
  },
  keywordReplies: {
    heading: 'consent',
    option: '--keyword-replies <when>',
    help: 'answers to STOP and HELP; default: as the stack says',
    label: 'keyword replies',
    unset: 'as the stack says',
    title: 'STOP and HELP',
    hint: 'Who answers them.',
  },
  helpText: {
    heading: 'consent',
    option: '--help-text <text>',
    help: 'answer to HELP',
    label: 'help text',
    title: 'Answer to HELP',
  },
  optOutText: {
    heading: 'consent',
    option: '--opt-out-text <text>',
    help: 'answer to STOP, and the last text that they get',
    label: 'opt-out text',
    title: 'Answer to STOP',
  },
  optOutUrl: {
    heading: 'consent',
    option: '--opt-out-url <url>',
    help: 'page on which people opt out of texts from a sender id, which takes no STOP',
    label: 'opt-out page',
    unset: 'none',
    title: 'Opt-out page',
    hint: 'Address with https. Marketing campaigns through a sender id need it, since nobody can reply STOP to one. Empty: none.',
  },
  awayReply: {
    heading: 'away',
    option: '--away-reply <text>',
    help: 'answer to texts that are no keyword, once in 24 hours for each phone, outside the open hours',
    label: 'away reply',
    unset: 'none',
    title: 'Away message',
    hint: 'Answers texts outside the open hours, once in 24 hours for each phone. Empty: none.',
  },
  openHours: {
    heading: 'away',
    option: '--open-hours <hours>',
    help: "hours by the account's time zone in which no away reply is sent, such as 09:00-17:00 or MON-FRI 09:00-17:00",
    label: 'open hours',
    unset: 'none',
    title: 'Open hours',
    hint: 'By the time zone of the account, such as 09:00 to 17:00; no away message is sent then. Empty: it is sent at any time.',
  },
  contentExemptions: {
    heading: 'sending',
    option: '--content-exemption <category>',
    help: 'content that is not refused for the account, or none; may be repeated',
    label: 'content exemptions',
    title: 'Content allowed besides',
    hint: 'Content rules that do not apply to this account.',
  },
  countries: {
    heading: 'sending',
    option: '--country <code>',
    help: 'country that texts may go to, such as US, or all; may be repeated',
    label: 'countries',
    unset: 'all',
    title: 'Countries',
    hint: 'That texts may go to, such as US, CA. Empty: all.',
  },
  countryBudgets: {
    heading: 'limits',
    option: '--country-budget <code=n>',
    help: 'texts to a country in a UTC day, such as GB=500, or none; may be repeated; replaces all earlier ones',
    label: 'country budgets',
    unset: 'none',
    title: 'Texts to a country in a day, at most',
    hint: 'In a day by UTC, such as US=10000, GB=500. Countries without a figure have no bound. Empty: none has.',
  },
  countryJumpStop: {
    heading: 'limits',
    option: '--country-jump-stop <when>',
    help: 'whether texts to a country are stopped for the day once they are ten times as many as usual',
    label: 'country jump stop',
    title: 'Texts to a country stop when they jump',
    hint: 'For the day, once they are more than ten times those of a usual day, and more than 200. Countries of the account’s own numbers are told only. A figure for the country lifts it.',
  },
  protection: {
    heading: 'sending',
    option: '--protect <id>',
    pattern: /^[A-Za-z0-9_:/-]+$/,
    help: 'protect configuration of End User Messaging under which the account sends, instead of the default one',
    label: 'protect configuration',
    unset: 'the default',
    title: 'Protect configuration',
    hint: 'Id of a protect configuration of AWS: it refuses or filters texts by country. Empty: that of the AWS account.',
  },
  messageFeedback: {
    heading: 'sending',
    option: '--message-feedback <when>',
    help: 'whether AWS is told which texts with a tracking link, or that ask for a YES, people click or answer',
    label: 'message feedback',
    title: 'AWS is told which texts people click or answer',
    hint: 'Of texts with a tracking link, and of those that ask for a YES. AWS counts those without a click or an answer within an hour as failed.',
  },
  trackLastTexted: {
    heading: 'kept',
    option: '--track-last-texted <when>',
    help: 'whether contacts keep the time of the last text to them, for lastTextedAt in audiences; a write of the table for each text',
    label: 'track last texted',
    title: 'Contacts keep the time of the last text to them',
    hint: 'Audiences can then ask who was not texted for some days. Costs a write of the table for each text. Texts from before it was turned on are not known.',
  },
  enforceOptInType: {
    heading: 'consent',
    option: '--enforce-opt-in-type <when>',
    help: 'whether the opt-in mode DIRECT is refused for groups of type DOUBLE',
    label: 'enforce opt-in type',
    title: 'Groups that ask for a confirmation take no member without one',
  },
  maxSegments: {
    heading: 'sending',
    option: '--max-segments <n>',
    help: 'segments that an SMS may take with the values of its merge tags',
    label: 'most segments',
    title: 'Segments of a text at most',
    hint: 'Longer texts are refused.',
  },
  retentionDays: {
    heading: 'kept',
    option: '--retention-days <n>',
    help: 'days that messages, results, inbound texts and clicks are kept, or none',
    label: 'retention in days',
    title: 'Days that texts are kept',
    hint: 'Empty: for good.',
  },
  setAsideNumbers: {
    heading: 'sending',
    option: '--set-aside <when>',
    help: 'whether numbers to which three texts in a row failed for good are left out of jobs and campaigns',
    label: 'set numbers aside',
    title: 'Numbers that take no texts are set aside',
    hint: 'After three texts in a row to a number that is not valid, broadcasts, batches, campaigns and automations leave it out until it is put back.',
  },
  carrierLookup: {
    heading: 'sending',
    option: '--carrier-lookup <when>',
    help: 'whether AWS is asked for the line type of each number, and landlines and invalid numbers are set aside; AWS charges each look-up',
    label: 'carrier look-up',
    title: 'Numbers are looked up before they get texts',
    hint: 'AWS is asked once in 90 days whether a number is a mobile, and charges each look-up to your AWS account. Landlines and invalid numbers are set aside.',
  },
  legalHours: {
    heading: 'sending',
    option: '--legal-hours <when>',
    help: "whether marketing campaigns keep to the hours that the recipient's law allows",
    label: 'legal hours',
    title: 'Marketing campaigns keep to the legal hours',
    hint: 'The hours that the law of each recipient’s state or country allows.',
  },
  marketingCap: {
    heading: 'limits',
    option: '--marketing-cap <n/hours>',
    help: "marketing campaigns' messages to one recipient in so many hours, such as 2/24, or none",
    label: 'marketing cap',
    unset: 'none',
    title: 'Marketing texts at most',
    hint: 'For each recipient, in the hours beside. Empty: no limit.',
  },
  monthlyBudget: {
    heading: 'limits',
    option: '--monthly-budget <dollars>',
    help: 'what the texts of a month may cost before the console warns, in US dollars, or none; nothing is stopped',
    label: 'monthly budget',
    unset: 'none',
    title: 'Budget of a month, in US dollars',
    hint: 'The overview warns once 80 % are spent on texts; nothing is stopped. Empty: none.',
  },
  testGroup: {
    heading: 'approval',
    option: '--test-group <group>',
    help: 'group whose members are offered when a campaign is tested, by its id; editors send tests to each of them',
    label: 'test group',
    unset: 'none',
    title: 'Test list',
    hint: 'Group of the phones that are offered when a campaign is tested. Editors send tests to them as well; only senders and administrators add contacts to the group. A contact who is erased or leaves the group is off the list.',
  },
  approvalAbove: {
    heading: 'approval',
    option: '--approval-above <n>',
    help: 'a campaign for more recipients is sent only after an approval, or none',
    label: 'approval above',
    unset: 'none',
    title: 'Approval above',
    hint: 'Campaigns to more recipients wait for a second person. Once set, only operators raise or clear it. Empty: never.',
    forOperators: {
      title: 'Recipients without an approval, at most',
      hint: 'Campaigns to more wait for a second person. Administrators can lower it. Empty: none waits.',
    },
  },
  approvalEmails: {
    heading: 'approval',
    option: '--approval-email <address>',
    help: 'e-mail address that is told when something awaits an approval, is approved or rejected, or none; may be repeated; replaces all earlier ones',
    label: 'approval e-mails',
    unset: 'none',
    title: 'E-mail of approvals',
    hint: 'Addresses that are told when something awaits an approval, is approved or rejected, such as ann@example.com. AWS first asks each new one to confirm. At most 10. Empty: none.',
  },
};

export const ACCOUNT_SETTING_NAMES = Object.keys(ACCOUNT_SETTINGS) as AccountSettingName[];

type Settings = typeof ACCOUNT_SETTINGS;
/** Settings that `null` clears: those that have no default. */
export type ClearableSetting = {
  [Name in AccountSettingName]: Settings[Name] extends { default: unknown } | { isRequired: true }
    ? never
    : Name;
}[AccountSettingName];

/** The settings typed alike, for code that treats all settings the same. */
export const EACH_SETTING: Readonly<Record<AccountSettingName, AccountSetting>> = ACCOUNT_SETTINGS;

/** Lists the settings that a role may change, in the order of the table. */
export const settingsSetBy = (role: 'administrator' | 'operator'): AccountSettingName[] =>
  ACCOUNT_SETTING_NAMES.filter((name) => [role, 'both'].includes(EACH_SETTING[name].setBy));

/** Returns true for a setting that `null` clears. */
export const isClearable = ({ default: value, isRequired }: AccountSetting): boolean =>
  value === undefined && isRequired === undefined;
