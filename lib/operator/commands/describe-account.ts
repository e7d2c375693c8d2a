import type { Account } from '../../../shared/accounts/account';
import { type Charge, NO_CHARGE } from '../../../shared/accounts/charge';
import { countryTextsToday } from '../../../shared/budgets/take-texts';
import { countsToday } from '../../../shared/accounts/daily-quota';
import { balanceOf } from '../../../shared/accounts/gather-credit-shards';
import {
  ACCOUNT_SETTING_NAMES,
  type AccountSettingName,
  SETTING_TEXTS,
} from '../../../shared/accounts/account-settings';
import { describeHours } from '../../../shared/calendar/hours-text';
import { presentAccount } from '../../../shared/accounts/present-account';
import { findTwilioEndpoint } from '../../../shared/operations/switch-twilio';
import { accountSidOf } from '../../../shared/twilio/sids';
import { listLinkDomains } from '../../../shared/content/link-domain';
import { RATE_LIMITS } from '../../../shared/limits';
import type { Cell, Report } from '../report';
import type { Target } from '../target';

/** Reports an account with its balances, limits and settings. */
export async function describeAccount(target: Target, account: Account): Promise<Report> {
  const { used: usedToday, freeTexts: freeTextsToday } = await countsToday(target, account.id);
  const credits = await balanceOf(target, account);
  const textsByCountryToday = await countryTextsToday(target, account);
  const linkDomains = (await listLinkDomains(target.table, account.id)).map(({ domain }) => domain);
  const withUse: Partial<Record<AccountSettingName, string>> = {
    dailyQuota: `${account.dailyQuota} (used today: ${usedToday})`,
    countryBudgets: describeBudgets(account, textsByCountryToday),
    freeTexts: `${account.freeTexts} (sent today: ${freeTextsToday})`,
  };
  const twilio = await describeTwilio(target, account);
  const rows: Cell[][] = [
    ['id', account.id],
    ['name', account.name],
    ['SMS credits', credits.sms],
    ['MMS credits', credits.mms],
    ...ACCOUNT_SETTING_NAMES.filter((name) => name !== 'name').map((name): Cell[] => [
      SETTING_TEXTS[name].label,
      withUse[name] ?? settingCell(account, name),
    ]),
    ['link domains', linkDomains.join('\n') || 'none'],
    ['Twilio', twilio ? twilio.accountSid : 'off'],
    ...(twilio
      ? [
          ['Twilio inbound URL', twilio.inboundUrl ?? 'none'],
          ['Twilio callbacks', twilio.endpointId],
        ]
      : []),
    ['created at', account.createdAt],
    ['closed at', account.closedAt],
    ['deleted at', account.deletedAt],
  ];
  const json = {
    ...toJson(account, credits),
    usedToday,
    freeTextsToday,
    ...(Object.keys(textsByCountryToday).length > 0 && { textsByCountryToday }),
    linkDomains,
    ...(twilio && { twilio }),
  };
  return { json, rows };
}

/** Returns what calls in Twilio's form need to know, except the auth token; `undefined` when they are off. */
async function describeTwilio(target: Target, account: Account) {
  const endpoint = await findTwilioEndpoint(target, account);
  const accountSid = accountSidOf(account.id);
  if (!endpoint || accountSid === undefined) return undefined;
  const { id: endpointId, url } = endpoint;
  return { accountSid, endpointId, ...(url !== '' && { inboundUrl: url }) };
}

function toJson(account: Account, credits: Charge) {
  const { closedAt, deletedAt } = account;
  return { ...presentAccount(account), closedAt, deletedAt, credits };
}

/** Returns a setting; what is not set, by the words of its entry. */
function settingCell(account: Account, name: AccountSettingName): Cell {
  if (name === 'rateLimits') return describeRateLimits(account);
  const { unset } = SETTING_TEXTS[name];
  const value = account[name];
  if (Array.isArray(value)) return value.join(', ') || unset;
  if (typeof value !== 'object') return value ?? unset;
  if ('from' in value) return describeHours(value);
  return 'messages' in value ? `${value.messages} in ${value.hours} hours` : undefined;
}

/** Lists the budgets of countries, with the texts of this day. */
function describeBudgets({ countryBudgets }: Account, today: object): string {
  const sent = new Map<string, number>(Object.entries(today));
  const rows = Object.entries(countryBudgets)
    .sort()
    .map(([country, budget]) => `${country} ${budget} (sent today: ${sent.get(country) ?? 0})`);
  return rows.join('\n') || 'none';
}

/** Lists every rate limit, with the account's own where it has one. */
function describeRateLimits(account: Account): string {
  return Object.entries({ ...RATE_LIMITS, ...account.rateLimits })
    .map(([bucket, limit]) => `${bucket} ${limit}`)
    .join('\n');
}

/** Reports accounts, one row each. */
export async function reportAccounts(target: Target, accounts: Account[]): Promise<Report> {
  const credits = await Promise.all(accounts.map(async (account) => balanceOf(target, account)));
  return {
    json: accounts.map((account, index) => toJson(account, credits[index] ?? NO_CHARGE)),
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
