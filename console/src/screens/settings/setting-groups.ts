import type { AccountSettingName } from '../../../../shared/accounts/account-settings';

/** Headings of the settings, in their order on the screen. */
const HEADINGS = {
  account: 'The account',
  approval: 'Approval and tests',
  sending: 'Sending',
  limits: 'Limits and budgets',
  consent: 'Consent, STOP and HELP',
  away: 'Away message',
  kept: 'What is kept',
} as const;

type Heading = keyof typeof HEADINGS;

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
      names: names.filter((name) => HEADING_OF[name] === id),
    }))
    .filter((group) => group.names.length > 0);
