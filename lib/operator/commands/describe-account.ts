import type { Account } from '../../../shared/accounts/account';
import { type Charge, NO_CHARGE } from '../../../shared/accounts/charge';
import { countsToday } from '../../../shared/accounts/daily-quota';
import { balanceOf } from '../../../shared/accounts/gather-purses';
import { withoutBalances } from '../../../shared/accounts/present-account';
import { listLinkDomains } from '../../../shared/content/link-domain';
import { RATE_LIMITS } from '../../../shared/limits';
import type { Cell, Report } from '../report';
import type { Target } from '../target';

/** Reports an account with its balances, limits and settings. */
export async function describeAccount(target: Target, account: Account): Promise<Report> {
  const { used: usedToday, freeTexts: freeTextsToday } = await countsToday(target, account.id);
  const credits = await balanceOf(target, account);
  const linkDomains = (await listLinkDomains(target.table, account.id)).map(({ domain }) => domain);
  const rows: Cell[][] = [
    ['id', account.id],
    ['name', account.name],
    ['SMS credits', credits.sms],
    ['MMS credits', credits.mms],
    ['daily quota', `${account.dailyQuota} (used today: ${usedToday})`],
    ['free texts a day', `${account.freeTexts} (sent today: ${freeTextsToday})`],
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
    ['link domains', linkDomains.join('\n') || 'none'],
    ['created at', account.createdAt],
    ['closed at', account.closedAt],
    ['deleted at', account.deletedAt],
  ];
  const json = { ...presentAccount(account, credits), usedToday, freeTextsToday, linkDomains };
  return { json, rows };
}

const presentAccount = (account: Account, credits: Charge) => ({ ...withoutBalances(account), credits });

function describeCap({ marketingCap }: Account): string {
  return marketingCap ? `${marketingCap.messages} in ${marketingCap.hours} hours` : 'none';
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
