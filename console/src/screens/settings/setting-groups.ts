import type { AccountSettingName } from '../../../../shared/accounts/account-settings';

/** Headings of the settings, in their order on the screen. */
const HEADINGS = {
  account: 'Name and time zone',
  approval: 'Approval and tests',
  sending: 'Numbers and texts',
  limits: 'Limits and budgets',
  consent: 'Consent, STOP and HELP',
  away: 'Outside the open hours',
  kept: 'What is kept',
} as const;

type Heading = keyof typeof HEADINGS;

/** Heading of each setting, in the order of the screen. */
const HEADING_OF: Readonly<Record<AccountSettingName, Heading>> = {
  name: 'account',
  brand: 'account',
  timeZone: 'account',
  approvalAbove: 'approval',
  approvalEmails: 'approval',
  testGroup: 'approval',
  defaultNumber: 'sending',
  countries: 'sending',
  maxSegments: 'sending',
  setAsideNumbers: 'sending',
  carrierLookup: 'sending',
  legalHours: 'sending',
  contentExemptions: 'sending',
  protection: 'sending',
  messageFeedback: 'sending',
  marketingCap: 'limits',
  monthlyBudget: 'limits',
  dailyQuota: 'limits',
  freeTexts: 'limits',
  rateLimits: 'limits',
  countryBudgets: 'limits',
  countryJumpStop: 'limits',
  keywordReplies: 'consent',
  optOutUrl: 'consent',
  helpText: 'consent',
  optOutText: 'consent',
  enforceOptInType: 'consent',
  silentOptIn: 'consent',
  awayReply: 'away',
  openHours: 'away',
  retentionDays: 'kept',
  trackLastTexted: 'kept',
};

const ORDER = Object.keys(HEADING_OF) as AccountSettingName[];

interface SettingGroup {
  id: Heading;
  title: string;
  names: AccountSettingName[];
}

/** Groups settings under the headings of the screen; headings without a setting are left out. */
export const groupSettings = (names: readonly AccountSettingName[]): SettingGroup[] =>
  Object.entries(HEADINGS)
    .map(([id, title]) => ({
      id: id as Heading,
      title,
      names: ORDER.filter((name) => HEADING_OF[name] === id && names.includes(name)),
    }))
    .filter((group) => group.names.length > 0);
