import { DEFAULT_DAILY_QUOTA, DEFAULT_MAX_SEGMENTS } from '../limits';
import { isoNow } from '../platform/clock';
import type { Platform } from '../platform/platform';
import type { Account } from './account';
import { insertAccount } from './account-store';

/** Whatever is absent gets its default: no credits, no SILENT opt-in, the usual limits. */
export type AccountSettings = Pick<Account, 'name'> & Partial<Omit<Account, 'createdAt' | 'closedAt'>>;

/**
 * Creates an account, with an id of its own unless one is given.
 *
 * @throws Error when the given id is taken
 */
export async function createAccount(
  platform: Pick<Platform, 'table' | 'clock' | 'ids'>,
  settings: AccountSettings,
): Promise<Account> {
  const account: Account = {
    id: settings.id ?? platform.ids.next('acc'),
    name: settings.name,
    smsCredits: settings.smsCredits ?? 0,
    mmsCredits: settings.mmsCredits ?? 0,
    dailyQuota: settings.dailyQuota ?? DEFAULT_DAILY_QUOTA,
    silentOptIn: settings.silentOptIn ?? false,
    timeZone: settings.timeZone,
    rateLimits: settings.rateLimits ?? {},
    defaultNumber: settings.defaultNumber,
    keywordReplies: settings.keywordReplies,
    helpText: settings.helpText,
    optOutText: settings.optOutText,
    contentExemptions: settings.contentExemptions ?? [],
    countries: settings.countries ?? [],
    enforceOptInType: settings.enforceOptInType ?? false,
    maxSegments: settings.maxSegments ?? DEFAULT_MAX_SEGMENTS,
    closedAt: undefined,
    createdAt: isoNow(platform.clock),
  };
  await insertAccount(platform.table, account);
  return account;
}
